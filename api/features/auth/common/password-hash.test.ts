import { expect, test } from 'vitest'
import { testServer } from '#api/test/server.ts'
import { accountMessages } from '#rules/account-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { hashForUnknown, hashPassword, verifyPassword } from './password-hash.ts'

/** A text whose normalization takes the square of its length: marks of two classes in the wrong order. */
const marks = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`
/** Milliseconds: on a busy machine more than the 200 that a health check may take, and far less than the seconds of before. */
const PATIENCE = 500
const LONGEST_EMOJI = '👩🏻‍❤️‍💋‍👩🏼'

test('a password has 8 to 128 characters as a person counts them', async () => {
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
    expect(fields.problemWith(fields.password, password)).toBe(accountMessages.passwordLength)
})

test('a text beyond the bound is no password: it is refused where one is set, and wrong where one is checked', async () => {
  const long = 'x'.repeat(limits.passwordLength.units + 1)
  await expect(hashPassword(long)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: accountMessages.passwordLength,
  })
  expect(
    await verifyPassword({
      hash: await hashPassword('x'.repeat(limits.passwordLength.units)),
      password: long,
    }),
  ).toBe(false)
  expect(await verifyPassword({ hash: await hashForUnknown(long), password: long })).toBe(false)
})

test('other requests are answered while each account route reads a megabyte', {
  timeout: 60_000,
}, async () => {
  const server = await testServer()
  const visitor = server.visitor()
  const account = await visitor.signUp()
  const text = marks(500_000)
  const bodies: [path: string, body: object, status: number][] = [
    ['change-password', { currentPassword: text, newPassword: 'a rainy evening' }, 403],
    ['change-password', { currentPassword: account.password, newPassword: text }, 400],
    ['delete-account', { password: text }, 403],
    ['two-factor/start', { password: text }, 403],
    ['two-factor/recovery-codes', { password: text }, 403],
    ['two-factor/turn-off', { password: text }, 403],
    ['two-factor/confirm', { code: text }, 400],
    ['sign-in/email', { email: account.email, password: text }, 401],
    ['sign-in/email', { email: 'nobody@example.org', password: text }, 401],
    ['sign-in/email', { email: text, password: account.password }, 401],
    ['sign-up/email', { ...account, name: text }, 400],
    ['sign-up/email', { ...account, username: text }, 400],
    ['sign-up/email', { ...account, email: text }, 400],
    ['sign-up/email', { ...account, password: text }, 400],
    ['username', { username: text }, 400],
  ]
  for (const [path, body, status] of bodies) {
    const answer = visitor.fetch(`/api/auth/${path}`, { json: body })
    let isAnswered = false
    const waited: number[] = []
    const asking = (async () => {
      while (!isAnswered) {
        const began = performance.now()
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
        waited.push(performance.now() - began)
      }
    })()
    expect([path, (await answer).status]).toEqual([path, status])
    isAnswered = true
    await asking
    expect(Math.max(...waited), path).toBeLessThan(PATIENCE)
  }
})

test('few passwords are hashed at once, some wait, and the next is refused until there is room', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, () => hashForUnknown('a warm cup of tea')),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(60 - 50 - 3)
  expect(refused.length).toBeLessThanOrEqual(60 - 50)
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 })
  expect(await hashForUnknown('a warm cup of tea')).toMatch(/./)
}, 60_000)
