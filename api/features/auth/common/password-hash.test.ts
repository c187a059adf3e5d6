import { expect, test } from 'vitest'
import { enableRealScrypt } from '#api/test/cheap-scrypt.ts'
import { longestNormalized } from '#api/test/operations/normalized.ts'
import { testServer } from '#api/test/servers/server.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import { hashForUnknownAccount, hashPassword, verifyPassword } from './password-hash.ts'

enableRealScrypt()

/** Combining marks in the wrong order, which take quadratic time to normalize. */
const marks = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`
const LONGEST_EMOJI = '👩🏻‍❤️‍💋‍👩🏼'

test('a password has 8 to 128 graphemes', async () => {
  for (const password of [
    '12345678',
    LONGEST_EMOJI.repeat(8),
    LONGEST_EMOJI.repeat(128),
    'x'.repeat(128),
  ]) {
    expect(fields.password.safeParse(password).success).toBe(true)
    expect(await verifyPassword({ hash: await hashPassword(password), password })).toBe(true)
  }
  for (const password of [
    '1234567',
    LONGEST_EMOJI.repeat(7),
    LONGEST_EMOJI.repeat(129),
    'x'.repeat(129),
    marks(limits.passwordLength.units),
  ])
    expect(fields.problemWith(fields.password, password)).toBe('PASSWORD_LENGTH')
})

test('an overlong password is rejected when set and wrong when checked', async () => {
  const long = 'x'.repeat(limits.passwordLength.units + 1)
  await expect(hashPassword(long)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: reasons.PASSWORD_LENGTH,
  })
  expect(
    await verifyPassword({
      hash: await hashPassword('x'.repeat(limits.passwordLength.units)),
      password: long,
    }),
  ).toBe(false)
  expect(await verifyPassword({ hash: await hashForUnknownAccount(long), password: long })).toBe(
    false,
  )
})

test('the longest input to an account route is not normalized, so it blocks no other requests', async () => {
  const server = await testServer()
  const visitor = server.browser()
  const account = await visitor.signUp()
  const text = marks(30_000)
  const bodies: [path: string, body: object, status: number][] = [
    ['change-password', { currentPassword: text, newPassword: 'a rainy evening' }, 403],
    ['change-password', { currentPassword: account.password, newPassword: text }, 400],
    ['delete-account', { password: text }, 403],
    ['two-factor/start', { password: text }, 403],
    ['two-factor/recovery-codes', { password: text }, 403],
    ['two-factor/turn-off', { password: text }, 403],
    ['two-factor/confirm', { code: text }, 400],
    ['sign-in/email', { email: account.email, password: text }, 401],
    ['sign-in/email', { email: 'unknown@example.org', password: text }, 401],
    ['sign-in/email', { email: text, password: account.password }, 401],
    ['sign-up/email', { ...account, name: text }, 400],
    ['sign-up/email', { ...account, username: text }, 400],
    ['sign-up/email', { ...account, email: text }, 400],
    ['sign-up/email', { ...account, password: text }, 400],
    ['username', { username: text }, 400],
  ]
  for (const [path, body, status] of bodies) {
    const longest = await longestNormalized(async () => {
      const response = await visitor.fetch(`/api/auth/${path}`, { json: body })
      expect([path, response.status]).toEqual([path, status])
    })
    expect(longest, path).toBeLessThanOrEqual(limits.passwordLength.units)
  }
})

test('hashing runs a few passwords at once, queues some and rejects the rest', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, () => hashForUnknownAccount('a warm cup of tea')),
  )
  const rejected = results.filter(({ status }) => status === 'rejected')
  expect(rejected.length).toBeGreaterThanOrEqual(60 - 50 - 3)
  expect(rejected.length).toBeLessThanOrEqual(60 - 50)
  for (const { reason } of rejected as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 })
  expect(await hashForUnknownAccount('a warm cup of tea')).toMatch(/./)
})
