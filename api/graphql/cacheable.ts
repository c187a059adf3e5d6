import { type DocumentNode, type GraphQLSchema, isObjectType, TypeInfo, visit, visitWithTypeInfo } from 'graphql'

/** For a field whose value is the same for every caller, and changes only with the posts that it is read from. */
export const shareable = { cacheable: 'shared' } as const
/** For a field that tells whether the viewer has done something with its object, and nothing else about the viewer. */
export const viewerSlot = { cacheable: 'viewerSlot' } as const

/** Fields that the relay plugin makes; what a feature adds to these types is not among them. */
const STRUCTURE: readonly [ending: string, fields: readonly string[]][] = [
  ['Connection', ['edges', 'nodes', 'pageInfo']],
  ['Edge', ['cursor', 'node']],
  ['PageInfo', ['startCursor', 'endCursor', 'hasNextPage', 'hasPreviousPage']],
]

/** Declares the fields of pages, and the ids of nodes, as shareable. */
export function withShareableStructure(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    const names = STRUCTURE.find(([ending]) => type.name.endsWith(ending))?.[1] ?? []
    const isNode = type.getInterfaces().some(({ name }) => name === 'Node')
    for (const name of isNode ? ['id'] : names) {
      const field = type.getFields()[name]
      if (field) field.extensions = { ...field.extensions, ...shareable }
    }
  }
  return schema
}

/** Whether every field of an operation is declared shareable or a viewer slot. A field that declares nothing depends on its caller. */
export function isCacheable(schema: GraphQLSchema, operation: DocumentNode): boolean {
  let cacheable = true
  const types = new TypeInfo(schema)
  visit(
    operation,
    visitWithTypeInfo(types, {
      Field({ name }) {
        cacheable &&= name.value === '__typename' || types.getFieldDef()?.extensions.cacheable !== undefined
      },
    }),
  )
  return cacheable
}
