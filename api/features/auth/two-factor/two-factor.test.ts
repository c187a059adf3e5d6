import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { createLimits, type LimitName } from '#api/limits/rate-limits.ts'
import { authenticator } from '#api/test/authenticator.ts'
import { addPasskey } from '#api/test/passkeys.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { codeOf, secretOf } from '#api/test/totp.ts'
import type { SignedUp, Visitor } from '#api/test/visitor.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { words } from '../common/messages.ts'
import { resetPassword } from '../sign-up/account.write.ts'
import { keyOf } from './totp.ts'
import { turnOffTwoFactor } from './two-factor.write.ts'

const server = await testServer()
const { database } = server.services
const PERIOD = 30_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())
/** Until the app shows another code. */
const wait = (periods = 1) => vi.setSystemTime(Date.now() + periods * PERIOD)

const post = (visitor: Visitor, path: string, json: object = {}) =>
  visitor.fetch(`/api/auth/${path}`, { json })
const stateOf = async (visitor: Visitor) => (await visitor.fetch('/api/auth/two-factor')).json()
const statusOfUser = async (visitor: Visitor) => (await visitor.fetch('/api/auth/user')).status
const uuidOf = ({ id }: SignedUp) => fromPublicId(id)?.uuid ?? ''

interface Protected {
  visitor: Visitor
  account: SignedUp
  key: string
  recoveryCodes: string[]
}

async function turnOn(
  visitor: Visitor,
  { password }: SignedUp,
): Promise<Pick<Protected, 'key' | 'recoveryCodes'>> {
  const { key } = (await (await post(visitor, 'two-factor/start', { password })).json()) as {
    key: string
  }
  const confirmed = await post(visitor, 'two-factor/confirm', { code: codeOf(key) })
  expect(confirmed.status).toBe(200)
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  return { key, recoveryCodes }
}

/** Somebody who is asked for a code; the app shows one that was not used. */
async function withTwoFactor(): Promise<Protected> {
  const visitor = server.visitor()
  const account = await visitor.signUp()
  const made = await turnOn(visitor, account)
  wait()
  return { visitor, account, ...made }
}

function signIn({ email, password }: SignedUp, code?: string, door = 'email'): Promise<Response> {
  return post(server.visitor(), `sign-in/${door}`, {
    [door]: email,
    password,
    ...(code !== undefined && { code }),
  })
}

test('a sign-in in two steps counts as one; a wrong password or code is given nothing back', async () => {
  let counted: Partial<Record<LimitName, number>> = {}
  const count = (by: number) => async (limit: LimitName) => {
    counted[limit] = (counted[limit] ?? 0) + by
  }
  const counting = await testServer({ limits: { consume: count(1), refund: count(-1) } })
  const visitor = counting.visitor()
  const account = await visitor.signUp()
  const { recoveryCodes } = await turnOn(visitor, account)
  const enter = async (password: string, code?: string) => {
    counted = {}
    const { status } = await post(counting.visitor(), 'sign-in/email', {
      email: account.email,
      password,
      code,
    })
    return { status, ...counted }
  }
  const signIn = (times: number) => ({
    accountChange: 1,
    signIn: times,
    signInWithIdentifier: times,
    signInToAccount: times,
  })
  expect(await enter(account.password)).toEqual({ status: 401, ...signIn(0), twoFactorPrompt: 1 })
  expect(await enter(account.password, recoveryCodes[0])).toEqual({
    status: 200,
    ...signIn(1),
    twoFactor: 1,
  })
  expect(await enter(account.password, 'wrong')).toEqual({
    status: 401,
    ...signIn(1),
    twoFactor: 1,
  })
  expect(await enter('a wrong password')).toEqual({ status: 401, ...signIn(1) })
})

test('it is turned on with the password and a code of the app, and gives ten codes to recover', async () => {
  const visitor = server.visitor()
  const account = await visitor.signUp()
  expect(await stateOf(visitor)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
  const wrong = await problemOf(
    await post(visitor, 'two-factor/start', { password: 'wrong wrong' }),
    403,
  )
  expect(wrong.errors).toEqual([{ field: 'password', message: words.passwordWrong }])
  expect((await problemOf(await post(visitor, 'two-factor/start'), 400)).detail).toBe(
    accountMessages.passwordEmpty,
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
  // Nothing is asked for before a code showed that the app has the key, and only the last key counts.
  expect((await signIn(account)).status).toBe(200)
  for (const code of [codeOf(first.key), '', '000000', null])
    expect(
      (await problemOf(await post(visitor, 'two-factor/confirm', { code }), 400)).errors?.[0]
        ?.message,
    ).toBe(words.codeWrong)
  expect(await stateOf(visitor)).toMatchObject({ isOn: false })

  const confirmed = await post(visitor, 'two-factor/confirm', { code: codeOf(key) })
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect(await stateOf(visitor)).toEqual({
    isOn: true,
    since: expect.any(String),
    recoveryCodesLeft: 10,
  })
  expect((await post(visitor, 'two-factor/start', account)).status).toBe(409)
  expect((await post(visitor, 'two-factor/confirm', { code: codeOf(key) })).status).toBe(409)
})

test('signing in asks for the code after the password, by every door, and no session is left without it', async () => {
  const { visitor, account, key } = await withTwoFactor()
  for (const door of ['email', 'username']) {
    for (const code of [undefined, '', ' ']) {
      const asked = await signIn(account, code, door)
      expect(asked.headers.getSetCookie()).toEqual([])
      expect((await problemOf(asked, 401)).errors).toEqual([
        { field: 'code', message: accountMessages.codeEmpty },
      ])
    }
  }
  // Whoever does not know the password does not learn that there is a code.
  const stranger = await problemOf(
    await signIn({ ...account, password: 'wrong wrong' }, codeOf(key)),
    401,
  )
  expect(stranger).toMatchObject({ detail: words.signInFailed })
  expect(stranger.errors).toBeUndefined()
  expect((await problemOf(await signIn(account, '000000'), 401)).errors).toEqual([
    { field: 'code', message: words.codeWrong },
  ])
  expect(await database.session.count({ where: { userId: uuidOf(account) } })).toBe(1)

  const entered = await signIn(account, codeOf(key).replace(/^(...)/, '$1 '))
  expect(entered.status).toBe(200)
  expect(entered.headers.getSetCookie().join()).toContain('session_token')
  expect(await statusOfUser(visitor)).toBe(200)
})

test('attack 35: a code is good once, also for two at once, and so is each older one', async () => {
  const { account, key } = await withTwoFactor()
  const [before, now] = [codeOf(key, Date.now() - PERIOD), codeOf(key)]
  // The one that turned it on.
  expect((await signIn(account, before)).status).toBe(401)
  const tried = await Promise.all([1, 2, 3].map(() => signIn(account, now)))
  expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  wait(2)
  const late = codeOf(key, Date.now() - PERIOD)
  expect((await signIn(account, codeOf(key))).status).toBe(200)
  expect((await signIn(account, late)).status).toBe(401)
  // Clocks differ a little, and no more.
  expect((await signIn(account, codeOf(key, Date.now() + 2 * PERIOD))).status).toBe(401)
  expect((await signIn(account, codeOf(key, Date.now() + PERIOD))).status).toBe(200)
  wait(5)
  expect((await signIn(account, codeOf(key, Date.now() - 2 * PERIOD))).status).toBe(401)
})

test('attack 35: a recovery code is good once, however it is written, and new ones end the old', async () => {
  const { visitor, account, recoveryCodes } = await withTwoFactor()
  const [first = '', second = '', third = ''] = recoveryCodes
  expect((await signIn(account, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await signIn(account, first)).status).toBe(401)
  const tried = await Promise.all([1, 2].map(() => signIn(account, second)))
  expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect(await stateOf(visitor)).toMatchObject({ recoveryCodesLeft: 8 })

  expect(
    (await post(visitor, 'two-factor/recovery-codes', { password: 'wrong wrong' })).status,
  ).toBe(403)
  const answer = await post(visitor, 'two-factor/recovery-codes', account)
  const [fresh = ''] = ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes
  expect((await signIn(account, third)).status).toBe(401)
  expect((await signIn(account, fresh)).status).toBe(200)
  // Another's are worth nothing here.
  const other = await withTwoFactor()
  expect((await signIn(account, other.recoveryCodes[0])).status).toBe(401)
})

test('attack 35: codes are tried five times in a quarter of an hour, from wherever and of whichever kind', async () => {
  const limited = await testServer({ limits: createLimits(), settings: { trustProxy: 1 } })
  const visitor = limited.visitor()
  const account = await visitor.signUp()
  const { key, recoveryCodes } = await turnOn(visitor, account)
  wait()
  let address = 0
  const { email, username, password } = account
  const tryCode = (code: string, who = email) =>
    limited.visitor().fetch('/api/auth/sign-in/email', {
      json: { email: who, password, code },
      headers: { 'x-forwarded-for': `198.51.100.${++address}` },
    })
  // The one that turned it on was the first.
  for (const code of ['000000', 'abcd-efgh-jkmn-pqrs'])
    expect((await tryCode(code)).status).toBe(401)
  for (const code of ['000001', '000002']) expect((await tryCode(code, username)).status).toBe(401)
  const refused = await tryCode(codeOf(key))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
  expect((await problemOf(refused, 429)).detail).toMatch(/try again in 15 minutes/)
  expect((await tryCode(recoveryCodes[0] ?? '')).status).toBe(429)
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(
    (
      await limited
        .visitor()
        .fetch('/api/auth/sign-in/email', { json: { email, password: 'wrong wrong' } })
    ).status,
  ).toBe(401)
})

test('attack 33: turning it on ends every other session, which was begun without a code', async () => {
  const visitor = server.visitor()
  const account = await visitor.signUp()
  const phone = server.visitor()
  expect((await post(phone, 'sign-in/email', account)).status).toBe(200)
  await turnOn(visitor, account)
  expect([await statusOfUser(phone), await statusOfUser(visitor)]).toEqual([401, 200])
})

test('attack 33: who signs in while it is being turned on is asked for a code', async () => {
  const visitor = server.visitor()
  const account = await visitor.signUp()
  expect((await post(visitor, 'two-factor/start', account)).status).toBe(200)
  const { entering } = await database.$transaction(
    async (transaction) => {
      await transaction.twoFactor.update({
        where: { userId: uuidOf(account) },
        data: { confirmedAt: new Date() },
      })
      const entering = signIn(account)
      const waiting = () => database.$queryRaw`
        SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(waiting, { timeout: 15_000 }).toEqual([{ count: 1 }])
      return { entering }
    },
    { timeout: 20_000 },
  )
  expect((await problemOf(await entering, 401)).errors?.[0]?.field).toBe('code')
  expect(await database.session.count({ where: { userId: uuidOf(account) } })).toBe(1)
})

test('a new password, by mail say, does not get around it', async () => {
  const { account, key } = await withTwoFactor()
  await resetPassword(server.services, uuidOf(account), 'a rainy evening')
  const changed = { ...account, password: 'a rainy evening' }
  expect((await problemOf(await signIn(changed), 401)).errors?.[0]?.field).toBe('code')
  expect((await signIn(changed, codeOf(key))).status).toBe(200)
})

test('it is turned off with the password, or by the operator', async () => {
  const { visitor, account } = await withTwoFactor()
  expect((await post(visitor, 'two-factor/turn-off', { password: 'wrong wrong' })).status).toBe(403)
  expect((await signIn(account)).status).toBe(401)
  expect((await post(visitor, 'two-factor/turn-off', account)).status).toBe(204)
  expect((await signIn(account)).status).toBe(200)
  expect(await database.recoveryCode.count({ where: { userId: uuidOf(account) } })).toBe(0)
  expect((await post(visitor, 'two-factor/recovery-codes', account)).status).toBe(409)

  const { account: lost } = await withTwoFactor()
  expect(await turnOffTwoFactor(server.services, uuidOf(lost))).toBe(true)
  expect((await signIn(lost)).status).toBe(200)
  expect(await turnOffTwoFactor(server.services, uuidOf(lost))).toBe(false)
})

test('a passkey is both steps where its device checks who holds it, and no step where it does not', async () => {
  const { visitor } = await withTwoFactor()
  const enter = async (device: ReturnType<typeof authenticator>) => {
    const newcomer = server.visitor()
    const options = await (
      await newcomer.fetch('/api/auth/passkey/generate-authenticate-options')
    ).json()
    return newcomer.fetch('/api/auth/passkey/verify-authentication', {
      json: { response: device.get(options as { challenge: string }) },
    })
  }
  const add = async (owner: Visitor, device: ReturnType<typeof authenticator>) => {
    expect((await addPasskey(owner, device)).status).toBe(201)
  }
  const [phone, bareKey] = [
    authenticator(server.url),
    authenticator(server.url, { verifiesUser: false }),
  ]
  await add(visitor, phone)
  await add(visitor, bareKey)
  expect((await enter(phone)).status).toBe(200)
  const refused = await enter(bareKey)
  expect(refused.headers.getSetCookie().join()).not.toContain('session_token')
  expect((await problemOf(refused, 401)).detail).toBe(words.passkeyUnverified)

  const relaxed = server.visitor()
  await relaxed.signUp()
  const another = authenticator(server.url, { verifiesUser: false })
  await add(relaxed, another)
  expect((await enter(another)).status).toBe(200)
})

test('the key is kept encrypted and codes as hashes, and neither is logged', async () => {
  const { account, key, recoveryCodes } = await withTwoFactor()
  const kept = JSON.stringify([
    await database.twoFactor.findMany(),
    await database.recoveryCode.findMany(),
  ])
  for (const told of [
    key,
    secretOf(key).toString(),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ]) {
    expect(kept).not.toContain(told)
    expect(server.logged.join('')).not.toContain(told)
  }
  // By another AUTH_SECRET the app's codes are worth nothing, and those to recover still are.
  const { userId, secret: sealed } = await database.twoFactor.findUniqueOrThrow({
    where: { userId: uuidOf(account) },
  })
  await database.twoFactor.update({
    where: { userId },
    data: { secret: sealed.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')) },
  })
  expect((await signIn(account, codeOf(key))).status).toBe(401)
  expect((await signIn(account, recoveryCodes[0])).status).toBe(200)
})

test('the key of an app that version 0.1 sealed is still checked', async () => {
  const { account, key } = await withTwoFactor()
  const sealedBefore =
    '034ae9499bf40a3d9f462cbfbb520ab283937deeff2ac10de4d6107d7f8f2dd7b421221c6759a9f815510467ccd2cf2d0ee9efa5975be2130f0b71cd6e66'
  await database.twoFactor.update({
    where: { userId: uuidOf(account) },
    data: { secret: sealedBefore },
  })
  expect((await signIn(account, codeOf(key))).status).toBe(401)
  expect((await signIn(account, codeOf(keyOf('c3VubnktZGF5cy1haGVhZA')))).status).toBe(200)
})

test('it is for who is signed in, and for accounts with a password', async () => {
  for (const path of ['start', 'confirm', 'recovery-codes', 'turn-off'])
    expect(
      (await post(server.visitor(), `two-factor/${path}`, { password: 'x', code: 'x' })).status,
    ).toBe(401)
  expect((await server.visitor().fetch('/api/auth/two-factor')).status).toBe(401)
  const visitor = server.visitor()
  const account = await visitor.signUp()
  await database.account.deleteMany({ where: { userId: uuidOf(account) } })
  expect((await post(visitor, 'two-factor/start', account)).status).toBe(403)
})
