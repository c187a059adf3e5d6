import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'

/** For a field that has the same value for every caller and depends on the cached posts only. */
export const shareable = { cacheable: 'shared' } as const
/** For a field without a resolver that only depends on whether the viewer likes the object. */
export const viewerSlot = { cacheable: 'viewerSlot' } as const

/**
 * Whether every field of an operation is shareable or a viewer slot. An undeclared field counts as
 * caller-dependent, as does a viewer slot to which a library added a resolver.
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
