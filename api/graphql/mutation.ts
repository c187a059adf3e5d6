import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { actorOf, consumeWriteLimit, limitedWrite, memberOf, moderatorOf } from '#api/actor.ts'
import type { Context, Viewer } from '#api/context.ts'
import type { WriteLimit } from '#api/limits/rate-limits.ts'
import type { TokenScope } from '#rules/token-scopes.ts'
import { builder } from './builder.ts'
import type { inputOf } from './inputs.ts'
import { withUserErrors } from './payload.ts'

type Types = typeof builder.$inferSchemaTypes
type PayloadBuilder<Payload> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload>

/** Anyone with an account, the demo user too; members without it; or moderators. */
const callers = { actor: actorOf, member: memberOf, moderator: moderatorOf }

interface Call {
  actor: Viewer
  context: Context
  schema: GraphQLSchema
}

interface Mutation<Input extends InputFieldMap, Payload extends object> {
  name: string
  description?: string
  needs: keyof typeof callers
  /** Whether a suspended account may, too. */
  whileSuspended?: boolean
  /** Absent: API tokens cannot. */
  scope?: TokenScope
  /** Null for a `write` that consumes its points itself, and where there is no limit. */
  limit: WriteLimit | null
  /** For a limit of a day: a refused call gets its point back. */
  refunds?: boolean
  input: (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => Input
  validate?: ReturnType<typeof inputOf>
  /** @throws AppError, which becomes `userErrors` */
  write: (input: InputShapeFromFields<Input>, call: Call) => Promise<Payload> | Payload
  /** The payload’s fields. They are nullable, because a refused mutation has none of them. */
  returns: (t: PayloadBuilder<Payload>) => FieldMap
}

/** Adds a mutation with the checks that all have: caller, token, disk space and rate limit. */
export function mutation<Input extends InputFieldMap, Payload extends object>({
  name,
  description,
  needs,
  whileSuspended = false,
  scope,
  limit,
  refunds = false,
  input: inputFields,
  validate,
  write,
  returns,
}: Mutation<Input, Payload>): void {
  const options = { mayBeSuspended: whileSuspended }
  const resolve = async (
    _root: object,
    args: object,
    context: Context,
    info: GraphQLResolveInfo,
  ) => {
    const { input } = args as { input: InputShapeFromFields<Input> }
    const actor = callers[needs](context, options)
    const run = async () => write(input, { actor, context, schema: info.schema })
    if (limit && refunds) return limitedWrite(context, limit, run, { options })
    if (limit) await consumeWriteLimit(context, limit, options)
    return run()
  }
  withUserErrors(
    builder.relayMutationField(
      name,
      { ...(validate && { validate }), inputFields },
      {
        ...(description !== undefined && { description }),
        ...(scope && { scope }),
        ...(needs === 'moderator' && { authScopes: { moderator: true } }),
        // The library computes the type of the input in a way that a generic one defeats.
        resolve: resolve as never,
      },
      { outputFields: returns as never },
    ),
  )
}

interface Pair<Input extends InputFieldMap, Payload extends object>
  extends Omit<
    Mutation<Input, Payload>,
    'name' | 'description' | 'whileSuspended' | 'needs' | 'write'
  > {
  needs: 'actor' | 'member'
  do: { name: string; description: string }
  undo: { name: string; description: string }
  /** @param call.isUndone whether to take the change back */
  write: (
    input: InputShapeFromFields<Input>,
    call: Call & { isUndone: boolean },
  ) => Promise<Payload>
}

/** Adds a mutation and the one that takes it back, which suspended accounts may do as well. */
export function pair<Input extends InputFieldMap, Payload extends object>({
  do: first,
  undo,
  write,
  ...rest
}: Pair<Input, Payload>): void {
  for (const isUndone of [false, true])
    mutation({
      ...rest,
      ...(isUndone ? undo : first),
      whileSuspended: isUndone,
      write: (input, call) => write(input, { ...call, isUndone }),
    })
}
