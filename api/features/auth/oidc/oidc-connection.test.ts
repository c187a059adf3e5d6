import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { jsonOf } from '#api/test/answer.ts'
import {
  atProvider,
  client,
  type Person,
  somebody,
  startProvider,
} from '#api/test/oidc-provider.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { codeOf } from '#api/test/totp.ts'
import type { SignedUp, Visitor } from '#api/test/visitor.ts'
import { OIDC_CALLBACK, OIDC_CONNECT, OIDC_DISCONNECT, OIDC_START } from '#rules/oidc.ts'
import { words } from '../common/messages.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
const { database } = server.services
afterwards(await startProvider(port, `${server.url}${OIDC_CALLBACK}`))
afterEach(() => vi.useRealTimers())

async function member(): Promise<{ browser: Visitor; account: SignedUp; uuid: string }> {
  const browser = server.visitor()
  const account = await browser.signUp()
  return { browser, account, uuid: fromPublicId(account.id)?.uuid ?? '' }
}

const PASSWORD = 'sunny day 1'
const begin = (browser: Visitor, password = PASSWORD) =>
  browser.fetch(OIDC_CONNECT, { json: { password } })
const disconnect = (browser: Visitor) => browser.fetch(OIDC_DISCONNECT, { json: {} })
const settings = (outcome: string) => `/settings?provider=${outcome}`

async function leave(browser: Visitor): Promise<string> {
  const { url } = (await jsonOf(await begin(browser))) as { url: string }
  return url
}

/** Where a browser is led when it comes back. */
async function comeBack(browser: Visitor, address: string): Promise<string | null> {
  return (await browser.fetch(address.slice(new URL(address).origin.length))).headers.get(
    'location',
  )
}

const connect = async (browser: Visitor, person: Person) =>
  comeBack(browser, await atProvider(await leave(browser), person))

async function signIn(browser: Visitor, person: Person): Promise<string | null> {
  const away = (await browser.fetch(OIDC_START)).headers.get('location') ?? ''
  return comeBack(browser, await atProvider(away, person))
}

const isConnected = async (browser: Visitor) => {
  const { provider } = (await jsonOf(await browser.fetch('/api/auth/account'))) as {
    provider: { isConnected: boolean }
  }
  return provider.isConnected
}
const nameOf = async (browser: Visitor) =>
  ((await (await browser.fetch('/api/auth/user')).json()) as { username?: string }).username

test('who is signed in connects an account of the provider, signs in with it, and disconnects it', async () => {
  const { browser, account } = await member()
  // Another address than the account's: it is the person who shows that both are theirs.
  const person = somebody()
  expect(await isConnected(browser)).toBe(false)
  expect(await connect(browser, person)).toBe(settings('connected'))
  expect(await isConnected(browser)).toBe(true)
  expect(await connect(browser, person)).toBe(settings('connected'))

  const elsewhere = server.visitor()
  expect(await signIn(elsewhere, person)).toBe('/')
  expect([await nameOf(elsewhere), await nameOf(browser)]).toEqual([
    account.username,
    account.username,
  ])

  expect((await disconnect(browser)).status).toBe(204)
  expect(await isConnected(browser)).toBe(false)
  // What was signed in with it may be somebody else's by now.
  expect(await nameOf(elsewhere)).toBeUndefined()
  expect((await problemOf(await disconnect(browser), 404)).detail).toBe(words.notConnected)
  expect(await signIn(server.visitor(), person)).toMatch(/step=username/)
})

test('attack 36: nobody connects without the password, or with a sign-in that is old where there is none', async () => {
  const { browser } = await member()
  expect((await problemOf(await begin(browser, 'a guess'), 403)).errors).toEqual([
    { field: 'password', message: words.passwordWrong },
  ])
  await problemOf(await begin(browser, ''), 400)
  await problemOf(await begin(server.visitor()), 401)
  await problemOf(await disconnect(server.visitor()), 401)
  expect((await browser.fetch(OIDC_CONNECT)).status).toBe(404)
  const foreign = {
    json: { password: PASSWORD },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  }
  expect((await browser.fetch(OIDC_CONNECT, foreign)).status).toBe(403)

  const without = server.visitor()
  const person = somebody()
  await signIn(without, person)
  expect((await begin(without)).status).toBe(200)
  const long = new Date(Date.now() - 11 * 60 * 1000)
  await database.session.updateMany({
    where: { user: { email: String(person.email) } },
    data: { createdAt: long },
  })
  expect((await problemOf(await begin(without), 403)).detail).toBe(words.signInAgain)
})

test('attack 36: what is somebody else’s is not connected, nor a second one, also by two at once', async () => {
  const [ann, ben, cleo] = [await member(), await member(), await member()]
  const person = somebody()
  expect(await connect(ann.browser, person)).toBe(settings('connected'))
  expect(await connect(ben.browser, person)).toBe(settings('others'))
  expect(await connect(ann.browser, somebody())).toBe(settings('another'))
  const newcomer = somebody()
  await signIn(server.visitor(), newcomer)
  expect(await connect(ben.browser, newcomer)).toBe(settings('others'))
  expect(await isConnected(ben.browser)).toBe(false)

  const wanted = somebody()
  const back = await Promise.all(
    [ben, cleo].map(async ({ browser }) => atProvider(await leave(browser), wanted)),
  )
  const led = await Promise.all(
    [ben, cleo].map(({ browser }, index) => comeBack(browser, back[index] ?? '')),
  )
  expect(led.toSorted()).toEqual([settings('connected'), settings('others')])
  const count = await database.account.count({
    where: { userId: { in: [ann.uuid, ben.uuid, cleo.uuid] }, providerId: { not: 'credential' } },
  })
  expect(count).toBe(2)
})

test('attack 36: a forged, used or another’s state connects nothing, nor what lies, nor whoever signed in meanwhile', async () => {
  const { browser } = await member()
  const back = await atProvider(await leave(browser), somebody())
  const other = await member()
  expect(await comeBack(other.browser, back)).toBe(settings('stale'))
  expect(await comeBack(server.visitor(), back)).toMatch(/^\/api\/login\?problem=stale/)
  const thief = server.visitor()
  await thief.signUp()
  const cookie = [...browser.cookies].find(([name]) => name.includes('oidc'))
  thief.cookies.set(...(cookie as [string, string]))
  expect(await comeBack(thief, back)).toBe(settings('stale'))
  // It was good once, for whoever it was.
  expect(await comeBack(browser, back)).toBe(settings('stale'))
  for (const lie of ['nonce', 'signature', 'audience'] as const)
    expect(await connect(browser, somebody({ lie }))).toBe(settings('failed'))
  expect(await comeBack(browser, await atProvider(await leave(browser), { cancel: 'on' }))).toBe(
    settings('declined'),
  )
  for (const each of [browser, other.browser, thief]) expect(await isConnected(each)).toBe(false)
})

test('the last way to sign in stays, whichever it is and whoever does away with two at once', async () => {
  const browser = server.visitor()
  const person = somebody()
  await signIn(browser, person)
  expect((await problemOf(await disconnect(browser), 409)).detail).toBe(words.lastWayIn)
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
  const answers = await Promise.all([
    disconnect(browser),
    browser.fetch(`/api/auth/passkeys/${id}`, { method: 'DELETE' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const ways =
    (await database.passkey.count({ where: { userId } })) +
    (await database.account.count({ where: { userId } }))
  expect(ways).toBe(1)
})

test('attack 35: an account that asks for two steps is not signed in to by one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { browser } = await member()
  const person = somebody()
  expect(await connect(browser, person)).toBe(settings('connected'))
  const post = (path: string, json: object) =>
    browser.fetch(`/api/auth/two-factor/${path}`, { json })
  const { key } = (await jsonOf(await post('start', { password: PASSWORD }))) as { key: string }
  expect((await post('confirm', { code: codeOf(key) })).status).toBe(200)
  const elsewhere = server.visitor()
  expect(await signIn(elsewhere, person)).toBe('/api/login?problem=twoSteps&returnTo=%2F')
  expect(await nameOf(elsewhere)).toBeUndefined()
  expect((await problemOf(await begin(browser), 403)).detail).toBe(words.twoStepsNoProvider)
})

test('without a provider there is nothing to connect, and one that is away is told in the settings', async () => {
  const without = await testServer()
  const visitor = without.visitor()
  await visitor.signUp()
  expect(await jsonOf(await visitor.fetch('/api/auth/account'))).toMatchObject({ provider: null })
  for (const address of [OIDC_CONNECT, OIDC_DISCONNECT])
    await problemOf(await visitor.fetch(address, { json: {} }), 404)

  const away = await testServer({
    settings: { oidc: { ...oidc, issuer: `http://localhost:${await freePort()}` } },
  })
  const browser = away.visitor()
  await browser.signUp()
  expect(await jsonOf(await begin(browser))).toEqual({ url: settings('unreachable') })
})
