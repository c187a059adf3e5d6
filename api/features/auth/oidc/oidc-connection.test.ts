import { afterEach, expect, test, vi } from 'vitest'
import { changeBeforeSession } from '#api/test/database/locks.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import type { SignedUp, TestBrowser } from '#api/test/people/browser.ts'
import { finishOidc, signInWithOidc } from '#api/test/people/oidc-sign-in.ts'
import { codeOf } from '#api/test/people/totp.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import {
  client,
  newPerson,
  type Person,
  signInAtProvider,
  startProvider,
} from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_CALLBACK, OIDC_CONNECT, OIDC_DISCONNECT } from '#rules/oidc.ts'
import { reasons } from '#rules/reasons.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
const { database } = server.services
registerCleanup(await startProvider(port, `${server.url}${OIDC_CALLBACK}`))
afterEach(() => vi.useRealTimers())

async function member(): Promise<{ browser: TestBrowser; account: SignedUp; uuid: string }> {
  const browser = server.browser()
  const account = await browser.signUp()
  return { browser, account, uuid: uuidOf(account.id) }
}

const PASSWORD = 'sunny day 1'
const requestConnect = (browser: TestBrowser, password = PASSWORD) =>
  browser.fetch(OIDC_CONNECT, { json: { password } })
const disconnect = (browser: TestBrowser) => browser.fetch(OIDC_DISCONNECT, { json: {} })
const settings = (outcome: string) => `/settings?provider=${outcome}`

/** @returns the provider's URL */
async function startConnecting(browser: TestBrowser): Promise<string> {
  const { url } = (await expectJson(await requestConnect(browser))) as { url: string }
  return url
}

const connect = async (browser: TestBrowser, person: Person) =>
  finishOidc(browser, await signInAtProvider(await startConnecting(browser), person))

const isConnected = async (browser: TestBrowser) => {
  const { provider } = (await expectJson(await browser.fetch('/api/auth/account'))) as {
    provider: { isConnected: boolean }
  }
  return provider.isConnected
}
const usernameOf = async (browser: TestBrowser) =>
  ((await (await browser.fetch('/api/auth/user')).json()) as { username?: string }).username

test('connects an account to the provider, signs in with it and disconnects it', async () => {
  const { browser, account } = await member()
  // The email differs from the account's.
  const person = newPerson()
  expect(await isConnected(browser)).toBe(false)
  expect(await connect(browser, person)).toBe(settings('connected'))
  expect(await isConnected(browser)).toBe(true)
  expect(await connect(browser, person)).toBe(settings('connected'))

  const phone = server.browser()
  expect(await signInWithOidc(phone, person)).toBe('/')
  expect([await usernameOf(phone), await usernameOf(browser)]).toEqual([
    account.username,
    account.username,
  ])

  expect((await disconnect(browser)).status).toBe(204)
  expect(await isConnected(browser)).toBe(false)
  // Disconnecting ended the other session.
  expect(await usernameOf(phone)).toBeUndefined()
  expect((await expectProblem(await disconnect(browser), 404)).detail).toBe(
    reasons.PROVIDER_NOT_CONNECTED,
  )
  expect(await signInWithOidc(server.browser(), person)).toMatch(/step=username/)
})

test('attack 33: connecting and disconnecting end every API token', async () => {
  const { browser } = await member()
  const changes = [() => connect(browser, newPerson()), () => disconnect(browser)]
  for (const change of changes) {
    const { script } = await createProgram(server, browser, ['read'])
    expect((await script.fetch('/api/posts')).status).toBe(200)
    await change()
    expect((await script.fetch('/api/posts')).status).toBe(401)
  }
  expect(await usernameOf(browser)).toBeDefined()
})

test('attack 36: connecting needs the password, or a recent sign-in without one', async () => {
  const { browser } = await member()
  expect((await expectProblem(await requestConnect(browser, 'a guess'), 403)).errors).toEqual([
    { field: 'password', code: 'PASSWORD_WRONG', message: reasons.PASSWORD_WRONG },
  ])
  await expectProblem(await requestConnect(browser, ''), 400)
  await expectProblem(await requestConnect(server.browser()), 401)
  await expectProblem(await disconnect(server.browser()), 401)
  expect((await browser.fetch(OIDC_CONNECT)).status).toBe(404)
  const foreign = {
    json: { password: PASSWORD },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  }
  expect((await browser.fetch(OIDC_CONNECT, foreign)).status).toBe(403)

  const passwordless = server.browser()
  const person = newPerson()
  await signInWithOidc(passwordless, person)
  expect((await requestConnect(passwordless)).status).toBe(200)
  const elevenMinutesAgo = new Date(Date.now() - 11 * 60 * 1000)
  await database.session.updateMany({
    where: { user: { email: String(person.email) } },
    data: { createdAt: elevenMinutesAgo },
  })
  expect((await expectProblem(await requestConnect(passwordless), 403)).detail).toBe(
    reasons.SIGN_IN_AGAIN,
  )
})

test('an identity that is disconnected during its sign-in gives no session', async () => {
  const { browser, uuid } = await member()
  const person = newPerson()
  await connect(browser, person)
  const phone = server.browser()
  const redirect = await changeBeforeSession(
    database,
    () => signInWithOidc(phone, person),
    async (transaction) => {
      const other = { userId: uuid, providerId: { not: 'credential' } }
      await transaction.account.deleteMany({ where: other })
      await transaction.session.deleteMany({ where: { userId: uuid } })
    },
  )
  expect(redirect).toMatch(/^\/api\/login\?problem=failed/)
  expect(await usernameOf(phone)).toBeUndefined()
  expect(await database.session.count({ where: { userId: uuid } })).toBe(0)
})

test('attack 36: accounts and identities connect one to one, also in concurrent requests', async () => {
  const [ann, ben, cleo] = [await member(), await member(), await member()]
  const person = newPerson()
  expect(await connect(ann.browser, person)).toBe(settings('connected'))
  expect(await connect(ben.browser, person)).toBe(settings('others'))
  expect(await connect(ann.browser, newPerson())).toBe(settings('another'))
  const newcomer = newPerson()
  await signInWithOidc(server.browser(), newcomer)
  expect(await connect(ben.browser, newcomer)).toBe(settings('others'))
  expect(await isConnected(ben.browser)).toBe(false)

  const shared = newPerson()
  const callbacks = await Promise.all(
    [ben, cleo].map(async ({ browser }) =>
      signInAtProvider(await startConnecting(browser), shared),
    ),
  )
  const redirects = await Promise.all(
    [ben, cleo].map(({ browser }, index) => finishOidc(browser, callbacks[index] ?? '')),
  )
  expect(redirects.toSorted()).toEqual([settings('connected'), settings('others')])
  const count = await database.account.count({
    where: { userId: { in: [ann.uuid, ben.uuid, cleo.uuid] }, providerId: { not: 'credential' } },
  })
  expect(count).toBe(2)
})

test('attack 36: a forged, used or foreign state, an invalid token or a changed session connects nothing', async () => {
  const { browser } = await member()
  const callback = await signInAtProvider(await startConnecting(browser), newPerson())
  const other = await member()
  expect(await finishOidc(other.browser, callback)).toBe(settings('stale'))
  expect(await finishOidc(server.browser(), callback)).toMatch(/^\/api\/login\?problem=stale/)
  const thief = server.browser()
  await thief.signUp()
  const cookie = [...browser.cookies].find(([name]) => name.includes('oidc'))
  thief.cookies.set(...(cookie as [string, string]))
  expect(await finishOidc(thief, callback)).toBe(settings('stale'))
  // The first callback used it up.
  expect(await finishOidc(browser, callback)).toBe(settings('stale'))
  for (const forgery of ['nonce', 'signature', 'audience'] as const)
    expect(await connect(browser, newPerson({ forgery }))).toBe(settings('failed'))
  expect(
    await finishOidc(
      browser,
      await signInAtProvider(await startConnecting(browser), { cancel: 'on' }),
    ),
  ).toBe(settings('declined'))
  for (const each of [browser, other.browser, thief]) expect(await isConnected(each)).toBe(false)
})

test('the last login method cannot be removed, also in concurrent requests', async () => {
  const browser = server.browser()
  const person = newPerson()
  await signInWithOidc(browser, person)
  expect((await expectProblem(await disconnect(browser), 409)).detail).toBe(
    reasons.LAST_LOGIN_METHOD,
  )
  expect(await isConnected(browser)).toBe(true)

  const { id: userId } = await database.user.findUniqueOrThrow({
    where: { email: String(person.email) },
  })
  const key = {
    userId,
    publicKey: 'x',
    credentialID: `${userId}-key`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  }
  const { id } = await database.passkey.create({ data: key })
  const responses = await Promise.all([
    disconnect(browser),
    browser.fetch(`/api/auth/passkeys/${id}`, { method: 'DELETE' }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const methods =
    (await database.passkey.count({ where: { userId } })) +
    (await database.account.count({ where: { userId } }))
  expect(methods).toBe(1)
})

test('attack 35: the provider does not sign in to an account with two-step sign-in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { browser } = await member()
  const person = newPerson()
  expect(await connect(browser, person)).toBe(settings('connected'))
  const post = (path: string, json: object) =>
    browser.fetch(`/api/auth/two-factor/${path}`, { json })
  const { key } = (await expectJson(await post('start', { password: PASSWORD }))) as { key: string }
  expect((await post('confirm', { code: codeOf(key) })).status).toBe(200)
  const phone = server.browser()
  expect(await signInWithOidc(phone, person)).toBe('/api/login?problem=twoSteps&returnTo=%2F')
  expect(await usernameOf(phone)).toBeUndefined()
  expect((await expectProblem(await requestConnect(browser), 403)).detail).toBe(
    reasons.PROVIDER_SKIPS_TWO_FACTOR,
  )
})

test('without a provider the routes are missing; the settings report an unreachable one', async () => {
  const withoutProvider = await testServer()
  const visitor = withoutProvider.browser()
  await visitor.signUp()
  expect(await expectJson(await visitor.fetch('/api/auth/account'))).toMatchObject({
    provider: null,
  })
  for (const path of [OIDC_CONNECT, OIDC_DISCONNECT])
    await expectProblem(await visitor.fetch(path, { json: {} }), 404)

  const unreachable = await testServer({
    settings: { oidc: { ...oidc, issuer: `http://localhost:${await freePort()}` } },
  })
  const browser = unreachable.browser()
  await browser.signUp()
  expect(await expectJson(await requestConnect(browser))).toEqual({ url: settings('unreachable') })
})
