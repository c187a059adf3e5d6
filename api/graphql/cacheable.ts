import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'

/** For a field whose value is the same for every caller, and changes only with the posts that it is read from. */
export const shareable = { cacheable: 'shared' } as const
/** For a field without a resolver that tells whether the viewer has done something with its object, and nothing else about the viewer. */
export const viewerSlot = { cacheable: 'viewerSlot' } as const

/**
 * Whether every field of an operation is declared shareable or a viewer slot. A field that declares nothing depends on its caller. So does
 * a viewer slot with a resolver, which libraries add to finished schemas: the response cache could not find its value.
 */
export function isCacheable(schema: GraphQLSchema, operation: DocumentNode): boolean {
  let cacheable = true
  const types = new TypeInfo(schema)
  visit(
    operation,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = types.getFieldDef()
        cacheable &&=
          name.value === '__typename' ||
          field?.extensions.cacheable === 'shared' ||
          (field?.extensions.cacheable === 'viewerSlot' && field.resolve === undefined)
      },
    }),
  )
  return cacheable
}
