import { type GraphQLField, type GraphQLNamedType, isNonNullType, isObjectType } from 'graphql'
import type { Context, Viewer } from '#api/context.ts'
import { grantOf } from '#api/token-grant.ts'
import type { TokenScope } from '#rules/token-scopes.ts'

/** The fields of an object type that need no arguments. */
export function plainFieldsOf(
  type: GraphQLNamedType | undefined,
): GraphQLField<unknown, unknown>[] {
  return Object.values(isObjectType(type) ? type.getFields() : {}).filter(({ args }) =>
    args.every((arg) => !isNonNullType(arg.type)),
  )
}

/** What a caller without the scope may find in the place of a value. */
export const isEmpty = (value: unknown) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0)

/** The context of a request with a token of the viewer's. */
export const withToken = (
  context: Context,
  viewer: Viewer | null,
  scopes: readonly TokenScope[],
): Context => ({ ...context, token: viewer && grantOf(viewer, scopes) })
