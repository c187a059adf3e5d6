import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const documents = globSync('{web,api}/**/*.graphql', { cwd: ROOT }).map((file) =>
  parse(readFileSync(path.join(ROOT, file), 'utf8')),
)
const definitions = documents.flatMap((document) => document.definitions)
const fragments = new Map(
  definitions.flatMap((each) =>
    each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
  ),
)

/** The operations of the client, the REST routes, feeds and link previews. */
export const storedOperations = definitions.filter(
  (each) => each.kind === Kind.OPERATION_DEFINITION,
)

/** The operation with all fragments that it uses. */
export function withFragments(operation: OperationDefinitionNode): DocumentNode {
  const used = new Set<FragmentDefinitionNode>()
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void =>
    void visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment || used.has(fragment)) return
        used.add(fragment)
        collect(fragment)
      },
    })
  collect(operation)
  // The client's masking directive is unknown to the server.
  return visit(
    { kind: Kind.DOCUMENT, definitions: [operation, ...used] },
    { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) },
  )
}
