import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import type { Context } from '#api/context.ts'
import { AppError, type ErrorCode } from '#api/lib/errors.ts'
import { countError } from '#api/telemetry/operations.ts'
import { scopeMissing, withScope } from '#api/token-grant.ts'
import type { TokenScope } from '#rules/token-scopes.ts'
import { toGraphQLError } from './app-errors.ts'

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

/**
 * The scopes of API tokens. A request with a token is anonymous in every field, except in those
 * that declare a scope which the token has. So a field without a scope is denied by default.
 */
class TokenScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const scope = scopeOf(field)
    return scope ? { ...field, extensions: { ...field.extensions, scope } } : field
  }

  override wrapResolve(
    resolve: Resolver<Types>,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    const isRoot = field.kind === 'Query' || field.kind === 'Mutation'
    return isRoot || scopeOf(field) ? scoped(resolve, field) : resolve
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && scoped(subscribe, field)
  }
}

function scopeOf<Types extends SchemaTypes>({
  pothosOptions,
}: PothosOutputFieldConfig<Types>): TokenScope | undefined {
  return (pothosOptions as { scope?: TokenScope }).scope
}

function scoped<Types extends SchemaTypes>(
  resolve: Resolver<Types>,
  field: PothosOutputFieldConfig<Types>,
): Resolver<Types> {
  const scope = scopeOf(field)
  const refusal = () =>
    refusalOf(scope, field.kind === 'Mutation' ? 'FORBIDDEN' : 'UNAUTHENTICATED')
  // Mutations return the error in their payload.
  const toError = (error: AppError, operation: string | undefined) => {
    if (field.kind === 'Mutation') return error
    countError(operation, error.code)
    return toGraphQLError(error)
  }
  const withToken: Resolver<Types> = async (parent, args, untyped, info) => {
    const context = untyped as unknown as Context
    const operation = info.operation.name?.value
    if (scope && context.token?.scopes.has(scope))
      return resolve(parent, args, withScope(scope, context) as never, info)
    if (scope && field.kind === 'Mutation') throw refusal()
    // Every token reads what anonymous callers read.
    try {
      return await resolve(parent, args, untyped, info)
    } catch (error) {
      const needsAccount = error instanceof AppError && error.code === 'UNAUTHENTICATED'
      throw needsAccount ? toError(refusal(), operation) : error
    }
  }
  return (parent, args, context, info) =>
    (context as unknown as Context).token
      ? withToken(parent, args, context, info)
      : resolve(parent, args, context, info)
}

function refusalOf(scope: TokenScope | undefined, code: ErrorCode): AppError {
  return scope ? scopeMissing(scope, code) : new AppError(code, 'TOKEN_NOT_ALLOWED')
}

/**
 * Options of a node type that loads its objects by id as the account of tokens with this scope,
 * and as an anonymous caller for others.
 */
export function loadedWith<Loaded>(
  scope: TokenScope,
  load: (ids: string[], context: Context) => Loaded,
) {
  return {
    extensions: { scope },
    loadMany: (ids: string[], context: Context) => load(ids, withScope(scope, context)),
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      tokenScopes: TokenScopesPlugin<Types>
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The scope with which an API token acts as its account in this field. */
      scope?: TokenScope
    }
  }
}

export const tokenScopes = 'tokenScopes'
SchemaBuilder.registerPlugin(tokenScopes, TokenScopesPlugin)
