import { ApolloClient, ApolloLink, type DocumentNode, Observable } from '@apollo/client'
import { type DefinitionNode, Kind, type OperationDefinitionNode, print } from 'graphql'
import { pageQueries } from '#rules/pages.ts'
import { createCache } from './apollo/cache.ts'

/** The exports of the documents beside the pages. */
const generated = import.meta.glob<Record<string, unknown>>('./pages/**/*.generated.ts', {
  eager: true,
})
const documents = Object.values(generated).flatMap((module) =>
  Object.values(module).filter(isDocument),
)

/**
 * The queries that the server runs for the pages, by name, exactly as the client prints them
 * (`__typename` added, `@unmask` removed).
 */
export async function pageOperations(): Promise<Record<string, string>> {
  const printed: Record<string, string> = {}
  const link = new ApolloLink(({ operationName = '', query }) => {
    printed[operationName] = print(query)
    return new Observable((observer) => observer.complete())
  })
  const client = new ApolloClient({ cache: createCache(), dataMasking: true, link })
  for (const operation of new Set(pageQueries.map((query) => query.operation))) {
    const query = documentNamed(operation)
    // The link never responds.
    await client.query({ query, variables: conditionsOf(query) }).catch(() => {})
  }
  return printed
}

/** Sets each boolean variable, so that no field is left out. */
function conditionsOf({ definitions }: DocumentNode): Record<string, boolean> {
  const variables = definitions.flatMap((node) =>
    isOperation(node) ? (node.variableDefinitions ?? []) : [],
  )
  const conditions = variables.filter(({ type }) => print(type).startsWith('Boolean'))
  return Object.fromEntries(conditions.map(({ variable }) => [variable.name.value, true]))
}

function documentNamed(operation: string): DocumentNode {
  const document = documents.find((each) => nameOf(each) === operation)
  if (!document)
    throw new Error(`rules/pages.ts names the query ${operation}, which does not exist.`)
  return document
}

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'definitions' in value
}

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION

const nameOf = ({ definitions }: DocumentNode): string | undefined =>
  definitions.find(isOperation)?.name?.value
