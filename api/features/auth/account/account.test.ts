import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { userStatus } from '#api/test/people/devices.ts'
import { addPasskey } from '#api/test/people/passkeys.ts'
import { client } from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_CONNECT, OIDC_DISCONNECT } from '#rules/oidc.ts'
import { reasons } from '#rules/reasons.ts'

const oidc = { issuer: 'http://localhost:1', name: 'Sunny ID', ...client }
const server = await testServer()

const getList = async (visitor: TestBrowser, path: 'sessions' | 'passkeys') =>
  (await (await visitor.fetch(`/api/auth/${path}`)).json()) as { id: string; name: string }[]

test('attack 22: sessions and passkeys of others, and unknown ids, are not found', async () => {
  const owner = server.browser()
  await owner.signUp()
  await addPasskey(owner, authenticator(server.url), { name: 'Mine' })
  const other = server.browser()
  await other.signUp()
  const ids = [
    (await getList(owner, 'sessions'))[0]?.id,
    (await getList(owner, 'passkeys'))[0]?.id,
    'none',
    "' OR 1=1",
    '00000000-0000-7000-8000-000000000000',
  ]
  for (const id of ids.map((each) => encodeURIComponent(each ?? ''))) {
    await expectProblem(await other.fetch(`/api/auth/sessions/${id}`, { method: 'DELETE' }), 404)
    await expectProblem(await other.fetch(`/api/auth/passkeys/${id}`, { method: 'DELETE' }), 404)
    await expectProblem(
      await other.fetch(`/api/auth/passkeys/${id}`, { method: 'PATCH', json: { name: 'Theirs' } }),
      404,
    )
  }
  expect((await getList(owner, 'passkeys')).map(({ name }) => name)).toEqual(['Mine'])
  expect(await userStatus(owner)).toBe(200)
})

test.each([
  ['POST', 'change-password'],
  ['POST', 'delete-account'],
  ['GET', 'sessions'],
  ['DELETE', 'sessions'],
  ['DELETE', 'sessions/00000000-0000-7000-8000-000000000000'],
  ['GET', 'passkeys'],
  ['PATCH', 'passkeys/00000000-0000-7000-8000-000000000000'],
  ['DELETE', 'passkeys/00000000-0000-7000-8000-000000000000'],
  ['GET', 'export'],
])('%s %s needs a session; the demo user has none', async (method, path) => {
  for (const headers of [{}, { 'x-demo-user': '1' }]) {
    const response = await server.browser().fetch(`/api/auth/${path}`, {
      method,
      headers,
      ...(method !== 'GET' && {
        body: '{}',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    })
    expect((await expectProblem(response, 401)).detail).toBe(reasons.SIGN_IN_FIRST)
  }
})

test('writes at all paths below /api/auth share one limit per account', async () => {
  const limited = await testServer({ settings: { oidc }, limits: createLimits() })
  const [visitor, other] = [limited.browser(), limited.browser()]
  await visitor.signUp()
  await other.signUp()
  const id = '00000000-0000-7000-8000-000000000000'
  const statusOf = async (method: string, path: string, caller = visitor) => {
    const headers = { 'content-type': 'application/json' }
    return (await caller.fetch(path, { method, headers, body: '{}' })).status
  }
  for (let i = 0; i < 60; i++)
    expect(await statusOf('DELETE', `/api/auth/passkeys/${id}`)).toBe(404)
  const writes = [
    ['DELETE', `/api/auth/passkeys/${id}`],
    ['PATCH', `/api/auth/passkeys/${id}`],
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${id}`],
    ['POST', '/api/auth/username'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/delete-account'],
    ['POST', '/api/auth/two-factor/start'],
    ['POST', '/api/auth/two-factor/confirm'],
    ['POST', '/api/auth/two-factor/recovery-codes'],
    ['POST', '/api/auth/two-factor/turn-off'],
    ['POST', '/api/auth/passkey/generate-register-options'],
    ['POST', '/api/auth/passkey/verify-registration'],
    ['POST', '/api/auth/change-email'],
    ['POST', '/api/auth/send-verification'],
    ['POST', '/API/Auth/Username/'],
    ['POST', '/api/auth/added-in-the-next-version'],
    ['POST', OIDC_CONNECT],
    ['POST', OIDC_DISCONNECT],
  ]
  for (const [method = '', path = ''] of writes)
    expect([path, await statusOf(method, path)]).toEqual([path, 429])
  expect((await visitor.fetch('/api/auth/sessions')).status).toBe(200)
  expect(await statusOf('DELETE', `/api/auth/passkeys/${id}`, other)).toBe(404)
  // Signing out is not limited.
  expect((await visitor.fetch('/api/logout', { method: 'POST' })).status).toBe(204)
})

test('requests without a session are limited by IP address', async () => {
  const limited = await testServer({ limits: createLimits() })
  const statusOf = async () =>
    (await limited.browser().fetch('/api/auth/verify-email', { json: { token: 'made up' } })).status
  for (let i = 0; i < 60; i++) expect(await statusOf()).toBe(404)
  expect(await statusOf()).toBe(429)
})
