import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as fields from './fields.ts'
import { limits } from './limits.ts'
import { passkeyName } from './passkey-name.ts'
import { isFixedReason } from './reasons.ts'

const { problemWith, ...rest } = fields
const schemas: Record<string, z.ZodMiniType<unknown>> = { ...rest, passkeyName }

const values = [
  undefined,
  null,
  5,
  {},
  '',
  ' ',
  'admin',
  'a b',
  'not a link',
  '\u200b',
  'x'.repeat(2_000),
  'x'.repeat(limits.textBytes + 1),
]

test.each(Object.entries(schemas))('%s only gives reasons', (_name, schema) => {
  const messages = values.flatMap(
    (value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [],
  )
  expect(messages.length).toBeGreaterThan(3)
  expect(messages.filter((message) => !isFixedReason(message))).toEqual([])
})

test.each([
  ['postContent', ' ', 'POST_EMPTY'],
  ['postContent', 'x'.repeat(281), 'POST_TOO_LONG'],
  ['displayName', '', 'DISPLAY_NAME_EMPTY'],
  ['username', 'ab', 'USERNAME_INVALID'],
  ['username', 'admin', 'USERNAME_TAKEN'],
  ['email', 'ann', 'EMAIL_INVALID'],
  ['password', 'short', 'PASSWORD_LENGTH'],
  ['imageUrl', 'ftp://example.org', 'IMAGE_URL_INVALID'],
  ['passkeyName', ' ', 'PASSKEY_NAME_EMPTY'],
  ['username', 'ann_lee', null],
] as const)('%s with %j: %s', (name, value, reason) => {
  expect(problemWith(schemas[name] as z.ZodMiniType<unknown>, value)).toBe(reason)
})
