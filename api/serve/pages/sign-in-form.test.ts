import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { describedRoutes } from '#api/rest/routes.ts'
import { turnOnTwoFactor } from '#api/test/people/two-factor.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

const page = '<title>Sign in</title><p class="a" role="alert"></p><input name="email" value="">'
const client = builtClient({ ...clientFiles, 'sign-in.html': `<!doctype html>${page}</body>` })
const server = await testServer({ client })
const { origin } = new URL(server.url)
const ann = server.browser()
const account = await ann.signUp({ username: 'ann' })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface Sent {
  fields: Record<string, string>
  headers?: Record<string, string>
  query?: string
}

const send = ({ fields, headers = { origin }, query = '' }: Sent) =>
  rawRequest(`${server.url}/api/login${query}`, {
    method: 'POST',
    headers: { ...FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  })

const right = { email: account.email, password: account.password }

/** Who is signed in with the cookies of a response. */
async function userOf({ headers }: Awaited<ReturnType<typeof send>>): Promise<unknown> {
  const cookie = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0])
  const { body } = await rawRequest(`${server.url}/api/auth/user`, {
    headers: { cookie: cookie.join('; ') },
  })
  return JSON.parse(body).username
}

test.each([
  ['', '/'],
  ['?returnTo=%2Fexplore%3Fq%3Dsun', '/explore?q=sun'],
  ['?returnTo=https%3A%2F%2Fevil.example', '/'],
  ['?returnTo=%2F%2Fevil.example', '/'],
])('the form signs in and leads on: %s', async (query, location) => {
  for (const email of [account.email, 'ann']) {
    const response = await send({ fields: { ...right, email }, query })
    expect([response.status, response.headers.location]).toEqual([303, location])
    expect(await userOf(response)).toBe('ann')
  }
})

test.each([
  [{ ...right, password: 'another password' }, 401, reasons.SIGN_IN_FAILED],
  [{ ...right, password: '' }, 400, reasons.PASSWORD_EMPTY],
  [{ email: '', password: 'something' }, 400, reasons.IDENTIFIER_EMPTY],
  [{}, 400, reasons.IDENTIFIER_EMPTY],
])('the page comes back with the sentence and what was typed: %j', async (fields, status, text) => {
  const response = await send({ fields: fields as Record<string, string> })
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['content-security-policy']).toContain("form-action 'self'")
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(response.body).toContain(`role="alert">${text}</p>`)
  expect(response.body).toContain(`value="${'email' in fields ? fields.email : ''}"`)
})

test('what was typed is escaped', async () => {
  const { body } = await send({ fields: { email: '"><script>$&', password: 'x' } })
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;$&amp;"')
})

test.each<[Record<string, string>, number]>([
  [{ origin }, 303],
  [{ 'sec-fetch-site': 'same-origin' }, 303],
  [{ origin, 'sec-fetch-site': 'same-origin' }, 303],
  [{}, 415],
  [{ 'sec-fetch-site': 'none' }, 415],
  [{ origin: 'null' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin, 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin, authorization: 'Bearer gv_nonsense' }, 401],
])('the form is taken from the page itself alone: %j is %i', async (headers, status) => {
  expect((await send({ fields: right, headers })).status).toBe(status)
})

test('no other type and no other address takes a form', async () => {
  const write = (path: string, type: string, method = 'post') =>
    ann.fetch(path, {
      method: method.toUpperCase(),
      headers: { 'content-type': type },
      body: new URLSearchParams(right).toString(),
    })
  for (const type of ['text/plain', 'multipart/form-data; boundary=b', ''])
    expect([type, (await write('/api/login', type)).status]).toEqual([type, 415])
  for (const path of ['/api/login/x', '/graphql'])
    expect([path, (await write(path, FORM['content-type'])).status]).toEqual([path, 415])

  const takers: string[] = []
  const writes = describedRoutes.filter(({ method }) => method !== 'get')
  expect(writes.length).toBeGreaterThan(40)
  for (const { name, method, path } of writes) {
    const address = `/api${path.replaceAll(/\{\w+\}/g, 'x')}`
    if ((await write(address, FORM['content-type'], method)).status !== 415) takers.push(name)
  }
  // Email clients send a form (RFC 8058).
  expect(takers).toEqual(['unsubscribe'])
})

test('a form that is too large is refused', async () => {
  const { status } = await send({ fields: { ...right, email: 'x'.repeat(70_000) } })
  expect(status).toBe(413)
})

test('too many attempts show the sentence, and when to try again', async () => {
  const limited = await testServer({ client, limits: createLimits() })
  const { origin } = new URL(limited.url)
  const attempt = () =>
    limited.browser().fetch('/api/login', {
      method: 'POST',
      headers: { ...FORM, origin },
      body: 'email=nobody&password=wrong',
    })
  const statuses: number[] = []
  let last = await attempt()
  while (last.status === 401 && statuses.length < 20) {
    statuses.push(last.status)
    last = await attempt()
  }
  expect([statuses.length, last.status]).toEqual([10, 429])
  expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await last.text()).toMatch(/role="alert">[^<]+</)
})

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('an account with two-step sign-in needs its code', async () => {
  const bob = server.browser()
  const account = await bob.signUp({ username: 'bob' })
  const { recoveryCodes } = await turnOnTwoFactor(bob, account)
  const fields = { email: 'bob', password: account.password }
  const first = await send({ fields })
  expect(first.status).toBe(401)
  expect(first.body).toContain(`role="alert">${reasons.CODE_EMPTY}</p>`)
  const [code = ''] = recoveryCodes
  const second = await send({ fields: { ...fields, code } })
  expect([second.status, await userOf(second)]).toEqual([303, 'bob'])
  expect((await send({ fields: { ...fields, code } })).status).toBe(401)
})
