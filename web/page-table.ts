import { ApolloClient, ApolloLink, type DocumentNode, Observable } from '@apollo/client'
import { type OperationDefinitionNode, print } from 'graphql'
import type { PageTable } from '#rules/page-table.ts'
import { createCache } from './apollo/cache.ts'
import type { PageRow } from './pages.ts'

/** The exports of the documents beside the pages. */
const generated = import.meta.glob<Record<string, unknown>>('./pages/**/*.generated.ts', {
  eager: true,
})
const allDocuments = Object.values(generated).flatMap((module) =>
  Object.values(module).filter(isDocument),
)

/** What the server needs to know of the pages. A page that is not built is left out. */
export async function createPageTable(
  pages: readonly PageRow[],
  documents: readonly DocumentNode[] = allDocuments,
): Promise<PageTable> {
  const frame = { operation: 'Viewer', variables: 'viewer' } as const
  const built = pages.filter(({ page }) => page)
  const queries = [
    frame,
    ...built.flatMap(({ query, tabs = [] }) => (query ? [query, ...tabs] : [])),
  ]
  return {
    operations: await printOperations(
      queries.map(({ operation }) => documentNamed(operation, documents)),
    ),
    frame,
    pages: built.map(
      ({
        path,
        visitors,
        forModerators = false,
        query = null,
        tabs = [],
        needsResult = false,
        head = null,
      }) => ({
        path,
        visitors,
        forModerators,
        query,
        tabs,
        needsResult,
        head,
      }),
    ),
  }
}

function documentNamed(operation: string, documents: readonly DocumentNode[]): DocumentNode {
  const document = documents.find((each) => nameOf(each) === operation)
  if (!document) throw new Error(`web/pages.ts names the query ${operation}, which does not exist.`)
  return document
}

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'definitions' in value
}

function nameOf({ definitions }: DocumentNode): string | undefined {
  const isOperation = (node: (typeof definitions)[number]): node is OperationDefinitionNode =>
    node.kind === 'OperationDefinition'
  return definitions.find(isOperation)?.name?.value
}

/**
 * Operations by name, exactly as the client prints them (`__typename` added, `@unmask` removed).
 */
async function printOperations(documents: DocumentNode[]): Promise<Record<string, string>> {
  const printed: Record<string, string> = {}
  const link = new ApolloLink(({ operationName = '', query }) => {
    printed[operationName] = print(query)
    return new Observable((observer) => observer.complete())
  })
  const client = new ApolloClient({ cache: createCache(), dataMasking: true, link })
  // The link never responds. All variables are set so that no field is left out.
  for (const query of new Set(documents))
    await client
      .query({
        query,
        variables: { isDemo: true, isFollowers: true, isOwn: true, isReplies: true },
      })
      .catch(() => {})
  return printed
}
