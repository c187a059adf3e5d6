import type { ObjectRef } from '@pothos/core'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { builder } from './builder.ts'
import { Refusal } from './refusals.ts'

interface UserErrorShape {
  code: ErrorCode
  field: string | null
  message: string
}

const UserErrorCode = builder.enumType('UserErrorCode', {
  values: Object.keys(httpStatus) as ErrorCode[],
})

const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'Why something was not done, in words for the person who asked.',
  fields: (t) => ({
    code: t.expose('code', { type: UserErrorCode }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The input that is wrong, where it is one.',
    }),
    message: t.exposeString('message'),
  }),
})

function userErrorsOf(payload: unknown): UserErrorShape[] {
  if (!(payload instanceof Refusal)) return []
  const { code, field, message, problems } = payload.error
  if (problems.length === 0) return [{ code, field: field ?? null, message }]
  return problems.map((problem) => ({ code, ...problem }))
}

/**
 * Gives the payload of a mutation its `userErrors`: what refused it, or none.
 * @param mutation what `builder.relayMutationField` returns
 */
export function withUserErrors<Shape>({
  payloadType,
}: {
  payloadType: ObjectRef<typeof builder.$inferSchemaTypes, Shape>
}) {
  builder.objectField(payloadType, 'userErrors', (t) =>
    t.field({ type: [UserError], resolve: userErrorsOf }),
  )
}
