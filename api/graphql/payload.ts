import type { ObjectRef } from '@pothos/core'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import type { Reason } from '#rules/reasons.ts'
import { FailedMutation } from './app-errors.ts'
import { builder } from './builder.ts'

interface UserErrorShape {
  code: ErrorCode
  field: string | null
  message: string
  reason: Reason
}

const UserErrorCode = builder.enumType('UserErrorCode', {
  values: Object.keys(httpStatus) as ErrorCode[],
})

const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'Why a mutation was rejected, in a sentence for the user.',
  fields: (t) => ({
    code: t.expose('code', { type: UserErrorCode }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The invalid input field, if there is one.',
    }),
    message: t.exposeString('message'),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'A stable name for the message, such as POST_EMPTY.',
    }),
  }),
})

function userErrorsOf(payload: unknown): UserErrorShape[] {
  if (!(payload instanceof FailedMutation)) return []
  const { code, reason, field, message, problems } = payload.error
  if (problems.length === 0) return [{ code, field: field ?? null, message, reason }]
  return problems.map((problem) => ({ code, ...problem }))
}

/** Adds `userErrors` to a mutation's payload. Takes the result of `builder.relayMutationField`. */
export function withUserErrors<Shape>({
  payloadType,
}: {
  payloadType: ObjectRef<typeof builder.$inferSchemaTypes, Shape>
}) {
  builder.objectField(payloadType, 'userErrors', (t) =>
    t.field({ type: [UserError], resolve: userErrorsOf }),
  )
}
