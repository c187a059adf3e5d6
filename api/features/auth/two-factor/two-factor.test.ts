import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileLocked } from '#api/test/database/locks.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { userStatus } from '#api/test/people/devices.ts'
import { post } from '#api/test/people/emails.ts'
import { codeOf, secretOf } from '#api/test/people/totp.ts'
import {
  signInWithCode,
  turnOnTwoFactor,
  twoFactorOf,
  withTwoFactor,
} from '#api/test/people/two-factor.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { toBase32Key } from './totp.ts'
import { turnOffTwoFactor } from './two-factor.write.ts'

const server = await testServer()
const { database } = server.services

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('turning it on needs the password and a code, and returns ten recovery codes', async () => {
  const visitor = server.browser()
  const account = await visitor.signUp()
  expect(await twoFactorOf(visitor)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
  const wrong = await expectProblem(
    await post(visitor, 'two-factor/start', { password: 'wrong wrong' }),
    403,
  )
  expect(wrong.errors).toEqual([
    { field: 'password', code: 'PASSWORD_WRONG', message: reasons.PASSWORD_WRONG },
  ])
  expect((await expectProblem(await post(visitor, 'two-factor/start'), 400)).detail).toBe(
    reasons.PASSWORD_EMPTY,
  )
  expect((await post(visitor, 'two-factor/confirm', { code: '123456' })).status).toBe(400)

  const start = async () =>
    (await (await post(visitor, 'two-factor/start', account)).json()) as {
      key: string
      uri: string
    }
  const [first, { key, uri }] = [await start(), await start()]
  expect(key).toMatch(/^[A-Z2-7]{36}$/)
  expect(uri).toBe(
    `otpauth://totp/Good%20Vibes:${account.username}?secret=${key}&issuer=Good+Vibes&digits=6&period=30`,
  )
  // It takes effect with the first correct code, and only of the last key.
  expect((await signInWithCode(server, account)).status).toBe(200)
  for (const code of [codeOf(first.key), '', '000000', null])
    expect(
      (await expectProblem(await post(visitor, 'two-factor/confirm', { code }), 400)).errors?.[0]
        ?.message,
    ).toBe(reasons.CODE_WRONG)
  expect(await twoFactorOf(visitor)).toMatchObject({ isOn: false })

  const confirmed = await post(visitor, 'two-factor/confirm', { code: codeOf(key) })
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect(await twoFactorOf(visitor)).toEqual({
    isOn: true,
    since: expect.any(String),
    recoveryCodesLeft: 10,
  })
  expect((await post(visitor, 'two-factor/start', account)).status).toBe(409)
  expect((await post(visitor, 'two-factor/confirm', { code: codeOf(key) })).status).toBe(409)
})

test('attack 33: turning it on ends every other session', async () => {
  const visitor = server.browser()
  const account = await visitor.signUp()
  const phone = server.browser()
  expect((await post(phone, 'sign-in/email', account)).status).toBe(200)
  await turnOnTwoFactor(visitor, account)
  expect([await userStatus(phone), await userStatus(visitor)]).toEqual([401, 200])
})

test('attack 33: a sign-in while it is being turned on needs a code', async () => {
  const visitor = server.browser()
  const account = await visitor.signUp()
  expect((await post(visitor, 'two-factor/start', account)).status).toBe(200)
  const response = await whileLocked(database, {
    lock: (transaction) =>
      transaction.twoFactor.update({
        where: { userId: uuidOf(account.id) },
        data: { confirmedAt: new Date() },
      }),
    call: () => signInWithCode(server, account),
  })
  expect((await expectProblem(response, 401)).errors?.[0]?.field).toBe('code')
  expect(await database.session.count({ where: { userId: uuidOf(account.id) } })).toBe(1)
})

test('it is turned off with the password, or by the operator', async () => {
  const { visitor, account } = await withTwoFactor(server)
  expect((await post(visitor, 'two-factor/turn-off', { password: 'wrong wrong' })).status).toBe(403)
  expect((await signInWithCode(server, account)).status).toBe(401)
  expect((await post(visitor, 'two-factor/turn-off', account)).status).toBe(204)
  expect((await signInWithCode(server, account)).status).toBe(200)
  expect(await database.recoveryCode.count({ where: { userId: uuidOf(account.id) } })).toBe(0)
  expect((await post(visitor, 'two-factor/recovery-codes', account)).status).toBe(409)

  const { account: locked } = await withTwoFactor(server)
  expect(await turnOffTwoFactor(server.services, uuidOf(locked.id))).toBe(true)
  expect((await signInWithCode(server, locked)).status).toBe(200)
  expect(await turnOffTwoFactor(server.services, uuidOf(locked.id))).toBe(false)
})

test('the secret is stored encrypted, codes as hashes, and neither is logged', async () => {
  const { account, key, recoveryCodes } = await withTwoFactor(server)
  const stored = JSON.stringify([
    await database.twoFactor.findMany(),
    await database.recoveryCode.findMany(),
  ])
  for (const secret of [
    key,
    secretOf(key).toString(),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ]) {
    expect(stored).not.toContain(secret)
    expect(server.logLines.join('')).not.toContain(secret)
  }
  // As after a change of AUTH_SECRET: the app's codes fail, recovery codes still work.
  const { userId, secret: encrypted } = await database.twoFactor.findUniqueOrThrow({
    where: { userId: uuidOf(account.id) },
  })
  await database.twoFactor.update({
    where: { userId },
    data: { secret: encrypted.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')) },
  })
  expect((await signInWithCode(server, account, codeOf(key))).status).toBe(401)
  expect((await signInWithCode(server, account, recoveryCodes[0])).status).toBe(200)
})

test('a secret encrypted by version 0.1 still works', async () => {
  const { account, key } = await withTwoFactor(server)
  const encrypted =
    '034ae9499bf40a3d9f462cbfbb520ab283937deeff2ac10de4d6107d7f8f2dd7b421221c6759a9f815510467ccd2cf2d0ee9efa5975be2130f0b71cd6e66'
  await database.twoFactor.update({
    where: { userId: uuidOf(account.id) },
    data: { secret: encrypted },
  })
  expect((await signInWithCode(server, account, codeOf(key))).status).toBe(401)
  expect(
    (await signInWithCode(server, account, codeOf(toBase32Key('c3VubnktZGF5cy1haGVhZA')))).status,
  ).toBe(200)
})

test('it needs a session and an account with a password', async () => {
  for (const path of ['start', 'confirm', 'recovery-codes', 'turn-off'])
    expect(
      (await post(server.browser(), `two-factor/${path}`, { password: 'x', code: 'x' })).status,
    ).toBe(401)
  expect((await server.browser().fetch('/api/auth/two-factor')).status).toBe(401)
  const visitor = server.browser()
  const account = await visitor.signUp()
  await database.account.deleteMany({ where: { userId: uuidOf(account.id) } })
  expect((await post(visitor, 'two-factor/start', account)).status).toBe(403)
})
