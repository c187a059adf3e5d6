import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql'
import { type NodeType, toPublicId } from '../ids.ts'

/** Fields for which the library has resolvers that hand out the property of the same name. */
const HANDED_OUT: readonly [ending: string, fields: readonly string[]][] = [
  ['Connection', ['edges', 'pageInfo']],
  ['Edge', ['node']],
]

/**
 * Takes out of the library's resolvers what each post of a page would wait for: a promise for every id, and calls for properties that
 * a compiled operation reads by itself.
 */
export function withPlainFields(schema: GraphQLSchema): GraphQLSchema {
  const node = schema.getType('Node')
  for (const type of isInterfaceType(node) ? schema.getPossibleTypes(node) : []) {
    const { id } = type.getFields()
    if (id) id.resolve = ({ id: uuid }: { id: string }) => toPublicId(type.name as NodeType, uuid)
  }
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    const handedOut = HANDED_OUT.find(([ending]) => type.name.endsWith(ending))?.[1] ?? []
    for (const name of handedOut) delete type.getFields()[name]?.resolve
  }
  return schema
}
