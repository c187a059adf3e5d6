import { expect, test } from 'vitest'
import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database } = server.services
const NAME = `good-vibes-${new URL(server.url).port}.session_token`
const OLD_NAME = 'good-vibes.session_token'
const query = '{ viewer { username } feed(first: 1) { nodes { id } } }'

async function signedUp() {
  const visitor = server.browser()
  const { username } = await visitor.signUp()
  return { visitor, username, cookie: visitor.cookies.get(NAME) ?? '' }
}

/** Who a request with this Cookie header acts as, at each door. */
async function viewers(cookie: string): Promise<unknown[]> {
  const headers = { cookie }
  const user = await server.browser().fetch('/api/auth/user', { headers })
  const found: unknown[] = [
    user.status === 200 ? ((await user.json()) as { username: string }).username : null,
  ]
  // The second request takes the fast path.
  for (let times = 0; times < 2; times++) {
    const response = await server.browser().fetch('/graphql', { json: { query }, headers })
    const { data } = (await response.json()) as { data: { viewer: { username: string } | null } }
    found.push(data.viewer?.username ?? null)
  }
  return found
}

test.each([
  ['http://localhost:4000', 'good-vibes'],
  ['http://localhost:4310', 'good-vibes-4310'],
  ['http://vibes.example', 'good-vibes'],
  ['http://vibes.example:80', 'good-vibes'],
  ['https://vibes.example', '__Host-good-vibes'],
  ['https://vibes.example:443', '__Host-good-vibes'],
  ['https://vibes.example:8443', '__Host-good-vibes-8443'],
])('the cookies of %s begin with %s', (publicUrl, prefix) => {
  expect(cookiePrefix({ publicUrl })).toBe(prefix)
})

test('two installations on one host keep their sessions', async () => {
  const other = await testServer()
  const jar = server.browser()
  const ann = await jar.signUp()
  const there = other.browser()
  for (const [name, value] of jar.cookies) there.cookies.set(name, value)
  const statusOf = async (visitor: TestBrowser) => (await visitor.fetch('/api/auth/user')).status
  await there.signUp()
  for (const [name, value] of there.cookies) jar.cookies.set(name, value)
  expect([await statusOf(jar), await statusOf(there)]).toEqual([200, 200])
  await there.fetch('/api/logout', { method: 'POST' })
  expect(await (await jar.fetch('/api/auth/user')).json()).toMatchObject({ username: ann.username })
})

test('an ended, forged or broken cookie before the right one is skipped', async () => {
  const ended = await signedUp()
  await ended.visitor.fetch('/api/logout', { method: 'POST' })
  const { username, cookie } = await signedUp()
  const right = `${NAME}=${cookie}`
  for (const stale of [ended.cookie, 'forged.AAAA', '%', '', '"x'])
    for (const header of [
      `${NAME}=${stale}; ${right}`,
      `${right}; ${NAME}=${stale}`,
      `a=b;${NAME}=${stale};${right};c`,
    ])
      expect([header, await viewers(header)]).toEqual([header, [username, username, username]])
})

test('signing out ends every session of the request', async () => {
  const [ann, ben] = [await signedUp(), await signedUp()]
  const cookie = `${NAME}=${ann.cookie}; ${NAME}=${ben.cookie}`
  expect(await viewers(cookie)).toEqual([ann.username, ann.username, ann.username])
  const headers = { cookie }
  expect((await server.browser().fetch('/api/logout', { method: 'POST', headers })).status).toBe(
    204,
  )
  expect(await viewers(cookie)).toEqual([null, null, null])
})

test('a session of the old name lasts, is renewed with the present name, and can be ended', async () => {
  const { username, cookie } = await signedUp()
  const old = `${OLD_NAME}=${cookie}`
  expect(await viewers(old)).toEqual([username, username, username])
  const later = await signedUp()
  expect(await viewers(`${old}; ${NAME}=${later.cookie}`)).toEqual(
    Array.from({ length: 3 }, () => later.username),
  )

  const soon = new Date(Date.now() + 24 * 60 * 60 * 1000)
  await database.session.updateMany({ where: { user: { username } }, data: { expiresAt: soon } })
  const renewed = await server.browser().fetch('/api/auth/user', { headers: { cookie: old } })
  expect(renewed.headers.getSetCookie()).toEqual([expect.stringContaining(`${NAME}=${cookie}`)])

  await server.browser().fetch('/api/logout', { method: 'POST', headers: { cookie: old } })
  expect(await viewers(old)).toEqual([null, null, null])
})

test('on https, a session of the old name lasts too, and none without the prefix', async () => {
  const publicUrl = 'https://vibes.example:8443'
  const { url } = await testServer({ settings: { host: '0.0.0.0', publicUrl } })
  const about = { host: 'vibes.example:8443', origin: publicUrl }
  const signUp = { name: 'Ann', username: 'ann', email: 'ann@example.org', password: 'sunny day 1' }
  const { headers } = await rawRequest(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { ...about, 'content-type': 'application/json' },
    body: JSON.stringify(signUp),
  })
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(headers['set-cookie']?.[0] ?? '') ?? []
  expect(name).toBe('__Host-good-vibes-8443.session_token')
  for (const [prefix, status] of [
    ['__Host-good-vibes-8443', 200],
    ['__Host-good-vibes', 200],
    ['good-vibes-8443', 401],
    ['good-vibes', 401],
  ] as const) {
    const cookie = `${prefix}.session_token=${value}`
    const response = await rawRequest(`${url}/api/auth/user`, { headers: { ...about, cookie } })
    expect([prefix, response.status]).toEqual([prefix, status])
  }
})
