import { expect, test } from 'vitest'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database } = server.services
const COOKIE = `good-vibes-${new URL(server.url).port}.session_token`
const DAY_MS = 24 * 60 * 60 * 1000

/** The sign-in page redirects signed-in visitors. */
async function isSignedIn(visitor: TestBrowser): Promise<boolean> {
  return (await visitor.fetch('/api/login')).status === 302
}

function tokenOf(visitor: TestBrowser): string {
  return decodeURIComponent(visitor.cookies.get(COOKIE) ?? '').split('.')[0] ?? ''
}

function signIn(visitor: TestBrowser, { email, password }: { email: string; password: string }) {
  return visitor.fetch('/api/auth/sign-in/email', { json: { email, password } })
}

test('the session cookie is host-only, HttpOnly and SameSite, and lasts 30 days', async () => {
  const visitor = server.browser()
  const response = await signIn(visitor, await server.browser().signUp())
  const [cookie, ...others] = response.headers.getSetCookie()
  expect(others).toEqual([])
  expect(cookie).toMatch(
    new RegExp(`^${COOKIE}=[^;]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax$`),
  )
  expect(await response.text()).not.toContain(tokenOf(visitor))
})

const HTTPS = 'https://good-vibes.example'
const ATTRIBUTES = 'Path=\\/; HttpOnly; Secure; SameSite=Lax$'

test('attack 32: on https the cookie has the prefix __Host-, and other names are ignored', async () => {
  const secure = await testServer({ settings: { publicUrl: HTTPS } })
  const browser = secure.browser()
  const send = (path: string, json?: object, method?: string) =>
    browser.fetch(path, {
      ...(json && { json }),
      ...(method && { method }),
      headers: { origin: HTTPS },
    })
  const body = { name: 'Ann', username: 'ann', email: 'ann@example.org', password: 'sunny day 1' }
  const signedUp = await send('/api/auth/sign-up/email', body)
  const set = new RegExp(`^__Host-good-vibes\\.session_token=[^;]+; Max-Age=2592000; ${ATTRIBUTES}`)
  expect(signedUp.headers.getSetCookie()).toEqual([expect.stringMatching(set)])
  expect(signedUp.headers.get('strict-transport-security')).toBe('max-age=31536000')

  const challenge = await send('/api/auth/passkey/generate-authenticate-options')
  const passkey = new RegExp(`^__Host-good-vibes\\.passkey=[^;]+; Max-Age=300; ${ATTRIBUTES}`)
  expect(challenge.headers.getSetCookie()).toEqual([expect.stringMatching(passkey)])

  // Twice, since the second request takes the fast path.
  const viewer = async () =>
    (
      await send('/graphql', {
        query: '{ viewer { username } feed(first: 1) { nodes { isLiked } } }',
      })
    ).text()
  for (const _attempt of [1, 2]) expect(await viewer()).toContain('"username":"ann"')
  const name = '__Host-good-vibes.session_token'
  const value = browser.cookies.get(name) ?? ''
  for (const other of ['good-vibes', '__Secure-good-vibes', '__host-good-vibes']) {
    browser.cookies.clear()
    browser.cookies.set(`${other}.session_token`, value)
    expect(await viewer()).toContain('"viewer":null')
    expect((await send('/api/auth/user')).status).toBe(401)
  }

  browser.cookies.clear()
  browser.cookies.set(name, value)
  const [cleared] = (await send('/api/logout', undefined, 'POST')).headers.getSetCookie()
  expect(cleared).toMatch(
    new RegExp(`^__Host-good-vibes\\.session_token=; Max-Age=0; ${ATTRIBUTES}`),
  )
  expect(browser.cookies.size).toBe(0)
})

test('attack 32: each sign-in issues a new token and ends the previous session', async () => {
  const visitor = server.browser()
  const ann = await visitor.signUp()
  const before = tokenOf(visitor)
  await signIn(visitor, ann)
  expect(tokenOf(visitor)).not.toBe(before)
  expect(await database.session.findUnique({ where: { token: before } })).toBeNull()

  const planted = server.browser()
  planted.cookies.set(COOKIE, 'planted.token')
  await signIn(planted, ann)
  expect(tokenOf(planted)).not.toBe('planted')
  expect(await isSignedIn(planted)).toBe(true)
})

test.each(['/api/logout', '/api/auth/sign-out'])(
  'attack 32: %s ends the session on the server',
  async (path) => {
    const visitor = server.browser()
    await visitor.signUp()
    const thief = server.browser()
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value)
    expect(await isSignedIn(thief)).toBe(true)

    const response = await visitor.fetch(path, { method: 'POST' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(visitor.cookies.size).toBe(0)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await visitor.fetch(path, { method: 'POST' })).status).toBe(204)
  },
)

test('signing out ends no other session', async () => {
  const phone = server.browser()
  const ann = await phone.signUp()
  const laptop = server.browser()
  await signIn(laptop, ann)
  await laptop.fetch('/api/logout', { method: 'POST' })
  expect(await isSignedIn(phone)).toBe(true)
})

test('a cookie with an invalid signature is ignored', async () => {
  const visitor = server.browser()
  await visitor.signUp()
  const cookie = decodeURIComponent(visitor.cookies.get(COOKIE) ?? '')
  const token = tokenOf(visitor)
  // The last character of a signature has bits that count for nothing.
  const changed = (text: string) => text.replace(/^./, (first) => (first === 'x' ? 'y' : 'x'))
  const signature = cookie.slice(token.length + 1)
  for (const forged of [
    token,
    `${token}.`,
    `${token}.AAAA`,
    changed(cookie),
    `${token}.${changed(signature)}`,
    `x${cookie}`,
    '.',
    '%',
    "' OR 1=1",
  ]) {
    visitor.cookies.set(COOKIE, encodeURIComponent(forged))
    expect([forged, await isSignedIn(visitor)]).toEqual([forged, false])
  }
  visitor.cookies.set(COOKIE, encodeURIComponent(cookie))
  expect(await isSignedIn(visitor)).toBe(true)
})

test('an expired session is ignored, and deleted at the next sign-in', async () => {
  const visitor = server.browser()
  const ann = await visitor.signUp()
  const token = tokenOf(visitor)
  await database.session.update({
    where: { token },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  expect(await isSignedIn(visitor)).toBe(false)
  await signIn(server.browser(), ann)
  expect(await database.session.findUnique({ where: { token } })).toBeNull()
})

test('a session in use is renewed once a day', async () => {
  const visitor = server.browser()
  await visitor.signUp()
  const token = tokenOf(visitor)
  expect((await visitor.fetch('/api/login')).headers.getSetCookie()).toEqual([])

  await database.session.update({
    where: { token },
    data: { expiresAt: new Date(Date.now() + 28 * DAY_MS) },
  })
  const [cookie] = (await visitor.fetch('/api/login')).headers.getSetCookie()
  expect(cookie).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(tokenOf(visitor)).toBe(token)
  const { expiresAt } = await database.session.findUniqueOrThrow({ where: { token } })
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(29.9 * DAY_MS)
  expect((await visitor.fetch('/api/login')).headers.getSetCookie()).toEqual([])
})

test('the session of a disabled account is ignored', async () => {
  const visitor = server.browser()
  const { id } = await visitor.signUp()
  const where = { id: uuidOf(id) }
  await database.user.update({ where, data: { disabledAt: new Date() } })
  expect(await isSignedIn(visitor)).toBe(false)
  await database.user.update({ where, data: { disabledAt: null } })
  expect(await isSignedIn(visitor)).toBe(true)
})

test('the session of a deleted account is ignored', async () => {
  const visitor = server.browser()
  const { id } = await visitor.signUp()
  await database.user.delete({ where: { id: uuidOf(id) } })
  expect(await isSignedIn(visitor)).toBe(false)
})
