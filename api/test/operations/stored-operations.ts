import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  separateOperations,
  visit,
} from 'graphql'

const ROOT = path.resolve(import.meta.dirname, '../../..')

const definitionsIn = (folder: string) =>
  globSync(`${folder}/**/*.graphql`, { cwd: ROOT })
    .flatMap((file) => parse(readFileSync(path.join(ROOT, file), 'utf8')).definitions)
    // The client's masking directive is unknown to the server.
    .map((each) =>
      visit(each, { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) }),
    )
const ofClient = definitionsIn('web')
const definitions = [...definitionsIn('api'), ...ofClient]
const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)

export const clientOperations = ofClient.filter((each) => each.kind === Kind.OPERATION_DEFINITION)

/** The operations of the client, the REST routes, feeds and link previews. */
export const storedOperations = definitions.filter(
  (each) => each.kind === Kind.OPERATION_DEFINITION,
)

/** The operation with all fragments that it uses. */
export function withFragments(operation: OperationDefinitionNode): DocumentNode {
  const all = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] } as const
  const [document] = Object.values(separateOperations(all))
  return document ?? all
}
