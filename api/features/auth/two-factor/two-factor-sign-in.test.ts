import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimits, type LimitName } from '#api/limits/rate-limits.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { userStatus } from '#api/test/people/devices.ts'
import { post } from '#api/test/people/emails.ts'
import { addPasskey, signInWithPasskey } from '#api/test/people/passkeys.ts'
import { codeOf } from '#api/test/people/totp.ts'
import {
  nextPeriod,
  PERIOD_MS,
  signInWithCode,
  turnOnTwoFactor,
  twoFactorOf,
  withTwoFactor,
} from '#api/test/people/two-factor.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { resetPassword } from '../creation/account.write.ts'

const server = await testServer()
const { database } = server.services

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('a sign-in in two steps counts once; a wrong password or code gets no refund', async () => {
  let consumed: Partial<Record<LimitName, number>> = {}
  const add = (points: number) => async (limit: LimitName) => {
    consumed[limit] = (consumed[limit] ?? 0) + points
    return null
  }
  const counting = await testServer({
    limits: { consume: add(1), refund: async (limit) => void (await add(-1)(limit)) },
  })
  const visitor = counting.browser()
  const account = await visitor.signUp()
  const { recoveryCodes } = await turnOnTwoFactor(visitor, account)
  const signIn = async (password: string, code?: string) => {
    consumed = {}
    const { status } = await post(counting.browser(), 'sign-in/email', {
      email: account.email,
      password,
      code,
    })
    return { status, ...consumed }
  }
  const signIns = (times: number) => ({
    accountChange: 1,
    signIn: times,
    signInWithIdentifier: times,
    signInToAccount: times,
  })
  expect(await signIn(account.password)).toEqual({ status: 401, ...signIns(0), twoFactorPrompt: 1 })
  expect(await signIn(account.password, recoveryCodes[0])).toEqual({
    status: 200,
    ...signIns(1),
    twoFactor: 1,
  })
  expect(await signIn(account.password, 'wrong')).toEqual({
    status: 401,
    ...signIns(1),
    twoFactor: 1,
  })
  expect(await signIn('a wrong password')).toEqual({ status: 401, ...signIns(1) })
})

test('signing in needs a code after the password, by every route, and leaves no session without one', async () => {
  const { visitor, account, key } = await withTwoFactor(server)
  for (const route of ['email', 'username']) {
    for (const code of [undefined, '', ' ']) {
      const response = await signInWithCode(server, account, code, route)
      expect(response.headers.getSetCookie()).toEqual([])
      expect((await expectProblem(response, 401)).errors).toEqual([
        { field: 'code', code: 'CODE_EMPTY', message: reasons.CODE_EMPTY },
      ])
    }
  }
  // A wrong password does not reveal that the account needs a code.
  const wrongPassword = await expectProblem(
    await signInWithCode(server, { ...account, password: 'wrong wrong' }, codeOf(key)),
    401,
  )
  expect(wrongPassword).toMatchObject({ detail: reasons.SIGN_IN_FAILED })
  expect(wrongPassword.errors).toBeUndefined()
  expect(
    (await expectProblem(await signInWithCode(server, account, '000000'), 401)).errors,
  ).toEqual([{ field: 'code', code: 'CODE_WRONG', message: reasons.CODE_WRONG }])
  expect(await database.session.count({ where: { userId: uuidOf(account.id) } })).toBe(1)

  const signedIn = await signInWithCode(server, account, codeOf(key).replace(/^(...)/, '$1 '))
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.getSetCookie().join()).toContain('session_token')
  expect(await userStatus(visitor)).toBe(200)
})

test('attack 35: a code works once, also in concurrent requests, and older codes fail', async () => {
  const { account, key } = await withTwoFactor(server)
  const [before, now] = [codeOf(key, Date.now() - PERIOD_MS), codeOf(key)]
  // This code turned it on.
  expect((await signInWithCode(server, account, before)).status).toBe(401)
  const responses = await Promise.all([1, 2, 3].map(() => signInWithCode(server, account, now)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  nextPeriod(2)
  const older = codeOf(key, Date.now() - PERIOD_MS)
  expect((await signInWithCode(server, account, codeOf(key))).status).toBe(200)
  expect((await signInWithCode(server, account, older)).status).toBe(401)
  // Accepts one period of clock drift.
  expect(
    (await signInWithCode(server, account, codeOf(key, Date.now() + 2 * PERIOD_MS))).status,
  ).toBe(401)
  expect((await signInWithCode(server, account, codeOf(key, Date.now() + PERIOD_MS))).status).toBe(
    200,
  )
  nextPeriod(5)
  expect(
    (await signInWithCode(server, account, codeOf(key, Date.now() - 2 * PERIOD_MS))).status,
  ).toBe(401)
})

test.each(['٠', '۰', '०', '０', '𝟎'])(
  'a code can have the digits of the keyboard whose zero is %s, and a dash',
  async (zero) => {
    const { account, key } = await withTwoFactor(server)
    const code = codeOf(key).replace(/\d/g, (digit) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
    )
    const typed = [...code].toSpliced(3, 0, '\u2013').join('')
    expect((await signInWithCode(server, account, typed)).status).toBe(200)
  },
)

test('attack 35: a recovery code works once, in any spelling, and new ones replace the old', async () => {
  const { visitor, account, recoveryCodes } = await withTwoFactor(server)
  const [first = '', second = '', third = ''] = recoveryCodes
  expect(
    (await signInWithCode(server, account, first.toUpperCase().replaceAll('-', ' \u2212 '))).status,
  ).toBe(200)
  expect((await signInWithCode(server, account, first)).status).toBe(401)
  const responses = await Promise.all([1, 2].map(() => signInWithCode(server, account, second)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect(await twoFactorOf(visitor)).toMatchObject({ recoveryCodesLeft: 8 })

  expect(
    (await post(visitor, 'two-factor/recovery-codes', { password: 'wrong wrong' })).status,
  ).toBe(403)
  const response = await post(visitor, 'two-factor/recovery-codes', account)
  const [fresh = ''] = ((await response.json()) as { recoveryCodes: string[] }).recoveryCodes
  expect((await signInWithCode(server, account, third)).status).toBe(401)
  expect((await signInWithCode(server, account, fresh)).status).toBe(200)
  // Another account's codes fail.
  const other = await withTwoFactor(server)
  expect((await signInWithCode(server, account, other.recoveryCodes[0])).status).toBe(401)
})

test('attack 35: an account gets five code attempts in 15 minutes, from all addresses and of both kinds', async () => {
  const limited = await testServer({ limits: createLimits(), settings: { trustProxy: 1 } })
  const visitor = limited.browser()
  const account = await visitor.signUp()
  const { key, recoveryCodes } = await turnOnTwoFactor(visitor, account)
  nextPeriod()
  let address = 0
  const { email, username, password } = account
  const tryCode = (code: string, identifier = email) =>
    limited.browser().fetch('/api/auth/sign-in/email', {
      json: { email: identifier, password, code },
      headers: { 'x-forwarded-for': `198.51.100.${++address}` },
    })
  // Turning it on was the first attempt.
  for (const code of ['000000', 'abcd-efgh-jkmn-pqrs'])
    expect((await tryCode(code)).status).toBe(401)
  for (const code of ['000001', '000002']) expect((await tryCode(code, username)).status).toBe(401)
  const rejected = await tryCode(codeOf(key))
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(600)
  expect((await expectProblem(rejected, 429)).detail).toMatch(/try again in 15 minutes/)
  expect((await tryCode(recoveryCodes[0] ?? '')).status).toBe(429)
  expect(rejected.headers.getSetCookie()).toEqual([])
  expect(
    (
      await limited
        .browser()
        .fetch('/api/auth/sign-in/email', { json: { email, password: 'wrong wrong' } })
    ).status,
  ).toBe(401)
})

test('a password reset does not turn it off', async () => {
  const { account, key } = await withTwoFactor(server)
  await resetPassword(server.services, uuidOf(account.id), 'a rainy evening')
  const changed = { ...account, password: 'a rainy evening' }
  expect((await expectProblem(await signInWithCode(server, changed), 401)).errors?.[0]?.field).toBe(
    'code',
  )
  expect((await signInWithCode(server, changed, codeOf(key))).status).toBe(200)
})

test('a passkey with user verification counts as both steps, and one without is rejected', async () => {
  const { visitor } = await withTwoFactor(server)
  const signIn = (device: ReturnType<typeof authenticator>) =>
    signInWithPasskey(server.browser(), device)
  const add = async (owner: TestBrowser, device: ReturnType<typeof authenticator>) => {
    expect((await addPasskey(owner, device)).status).toBe(201)
  }
  const [phone, bareKey] = [
    authenticator(server.url),
    authenticator(server.url, { verifiesUser: false }),
  ]
  await add(visitor, phone)
  await add(visitor, bareKey)
  expect((await signIn(phone)).status).toBe(200)
  const rejected = await signIn(bareKey)
  expect(rejected.headers.getSetCookie().join()).not.toContain('session_token')
  expect((await expectProblem(rejected, 401)).detail).toBe(reasons.PASSKEY_UNVERIFIED)

  const withoutTwoFactor = server.browser()
  await withoutTwoFactor.signUp()
  const another = authenticator(server.url, { verifiesUser: false })
  await add(withoutTwoFactor, another)
  expect((await signIn(another)).status).toBe(200)
})
