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
import { AppError, httpStatus } from '#api/lib/errors.ts'
import { outOfSpaceError } from '#api/limits/disk-space.ts'
import { countError } from '#api/telemetry/operations.ts'

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

/** What a mutation answers instead of its payload when it was refused. */
export class Refusal {
  readonly error: AppError

  constructor(error: AppError) {
    this.error = error
  }
}

const waits = new WeakMap<object, number>()

/** Seconds to wait, where an operation ran into a limit. */
export function retryAfterOf(context: object): number | undefined {
  return waits.get(context)
}

/**
 * How a refusal (an AppError) reaches the caller: from a mutation as data in `userErrors`, from any other field as an error
 * with its code. A mutation looks at its input only after the caller's permission, so that nobody is told what is wrong
 * with something they may not do anyway.
 */
class RefusalsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
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
      return catching(needingRoom(noting(resolve)), (refusal) => new Refusal(refusal))
    if (field.kind === 'Query' || Object.keys(field.args).length > 0) {
      return catching(resolve, (refusal) => {
        throw asGraphQLError(refusal)
      })
    }
    return resolve
  }
}

/** Whoever changed something reads it from then on, through whichever process, and where there are replicas as well. */
function noting<Types extends SchemaTypes>(resolve: Resolver<Types>): Resolver<Types> {
  return async (parent, args, given, info) => {
    const context = given as unknown as Context
    const { replicas } = context
    replicas?.beforeWrite(context)
    const result = await resolve(parent, args, given, info)
    await replicas?.afterWrite(context)
    return result
  }
}

/** A change for which the database's own disk has no room is refused as one is that is stopped before. */
function needingRoom<Types extends SchemaTypes>(resolve: Resolver<Types>): Resolver<Types> {
  return async (parent, args, context, info) => {
    try {
      return await resolve(parent, args, context, info)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      const { log, requestId } = context as unknown as Context
      log.warn({ requestId }, 'A change was refused because the disk of the database is full')
      throw outOfSpaceError()
    }
  }
}

function catching<Types extends SchemaTypes>(
  resolve: Resolver<Types>,
  answer: (refusal: AppError) => unknown,
): Resolver<Types> {
  return async (parent, args, context, info) => {
    try {
      return await resolve(parent, args, context, info)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      countError(info.operation.name?.value, error.code)
      if (error.retryAfter) waits.set(context, error.retryAfter)
      return answer(error)
    }
  }
}

export function asGraphQLError({ message, code, field, retryAfter }: AppError): GraphQLError {
  const extensions = {
    code,
    ...(field && { field }),
    ...(retryAfter && { retryAfter }),
    http: { status: httpStatus[code] },
  }
  return new GraphQLError(message, { extensions })
}

/** An error's words without the names that its reader did not know. They may repeat a long value, so no pattern tries every place. */
export function withoutSuggestion(message: string): string {
  const suggestion = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1
  return suggestion < 0 ? message : message.slice(0, suggestion)
}

/** What the validation plugin found wrong, each under the name that the caller gave the input. */
export function inputRefused({ issues }: StandardSchemaV1.FailureResult): AppError {
  const problems = issues.map(({ path, message }) => ({
    field: String(path?.at(-1) ?? ''),
    message,
  }))
  return new AppError('BAD_INPUT', problems[0]?.message ?? '', { problems })
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      refusals: RefusalsPlugin<Types>
    }
  }
}

export const refusals = 'refusals'
SchemaBuilder.registerPlugin(refusals, RefusalsPlugin)
