import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  reduceMaybeAsync,
  type SchemaTypes,
} from '@pothos/core'
import type { StandardSchemaV1 } from '@pothos/plugin-validation'
import { GraphQLError, type GraphQLFieldResolver } from 'graphql'
import type { Context } from '#api/context.ts'
import { isDiskFull } from '#api/database/unavailable.ts'
import { AppError, httpStatus, inputError, problemOfIssue } from '#api/lib/errors.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { countError } from '#api/telemetry/operations.ts'

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

/** Resolves to a payload that only has `userErrors`. */
export class FailedMutation {
  readonly error: AppError

  constructor(error: AppError) {
    this.error = error
  }
}

const retryDelays = new WeakMap<object, number>()

/** Seconds until a retry can succeed. Undefined unless an operation exceeded a rate limit. */
export function retryAfterSeconds(context: object): number | undefined {
  return retryDelays.get(context)
}

/**
 * Returns an AppError as `userErrors` from mutations, and as a GraphQL error from other fields.
 * Mutations check permissions before they validate input.
 */
class AppErrorsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const { argMappers, resolve } = field
    if (field.kind !== 'Mutation' || !resolve || argMappers.length === 0) return field
    return {
      ...field,
      argMappers: [],
      resolve: async (parent, args, context, info) => {
        const checked = await reduceMaybeAsync(
          argMappers,
          args as Record<string, unknown>,
          (each, map) => map(each, context, info),
        )
        return resolve(parent, checked, context, info)
      },
    }
  }

  override wrapArgMappers(
    resolve: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    if (!resolve) return resolve
    if (field.kind === 'Mutation')
      return catchAppErrors(
        catchDiskFull(trackWrites(resolve)),
        (error) => new FailedMutation(error),
      )
    if (field.kind === 'Query' || Object.keys(field.args).length > 0) {
      return catchAppErrors(resolve, (error) => {
        throw toGraphQLError(error)
      })
    }
    return resolve
  }
}

/** Read-your-writes: later reads of this caller use a replica only if it has the change. */
function trackWrites<Types extends SchemaTypes>(resolve: Resolver<Types>): Resolver<Types> {
  return async (parent, args, untyped, info) => {
    const context = untyped as unknown as Context
    const { replicas } = context
    replicas?.beforeWrite(context)
    const result = await resolve(parent, args, untyped, info)
    await replicas?.afterWrite(context)
    return result
  }
}

/** Reports a full database disk like the check of free space before a write. */
function catchDiskFull<Types extends SchemaTypes>(resolve: Resolver<Types>): Resolver<Types> {
  return async (parent, args, context, info) => {
    try {
      return await resolve(parent, args, context, info)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      const { log, requestId } = context as unknown as Context
      log.warn({ requestId }, 'A write was rejected because the database disk is full')
      throw outOfSpaceError()
    }
  }
}

function catchAppErrors<Types extends SchemaTypes>(
  resolve: Resolver<Types>,
  recover: (error: AppError) => unknown,
): Resolver<Types> {
  return async (parent, args, context, info) => {
    try {
      return await resolve(parent, args, context, info)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      countError(info.operation.name?.value, error.code)
      if (error.retryAfter) retryDelays.set(context, error.retryAfter)
      return recover(error)
    }
  }
}

export function toGraphQLError({
  message,
  code,
  reason,
  field,
  retryAfter,
}: AppError): GraphQLError {
  const extensions = {
    code,
    reason,
    ...(field && { field }),
    ...(retryAfter && { retryAfter }),
    http: { status: httpStatus[code] },
  }
  return new GraphQLError(message, { extensions })
}

/**
 * Drops "Did you mean …", which would reveal names. Avoids a regex: messages can repeat long
 * values.
 */
export function stripSuggestion(message: string): string {
  const suggestion = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1
  return suggestion < 0 ? message : message.slice(0, suggestion)
}

/** Turns issues of the validation plugin into one AppError. */
export function toInputError({ issues }: StandardSchemaV1.FailureResult): AppError {
  return inputError(
    issues.map(({ path, message }) => problemOfIssue(String(path?.at(-1) ?? ''), message)),
  )
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      appErrors: AppErrorsPlugin<Types>
    }
  }
}

export const appErrors = 'appErrors'
SchemaBuilder.registerPlugin(appErrors, AppErrorsPlugin)
