import { describe, expect, test } from 'vitest'
import { createDatabase } from '#api/database/client.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { BrowserRequest } from '#api/test/people/browser.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'

const SENTENCE = 'The database cannot be reached at the moment. Please try again in a few seconds.'
const FEED = 'query { feed(first: 3) { nodes { id content isLiked } } }'
const BY_NAME = 'query ($name: String!) { user(username: $name) { displayName } }'
const POST =
  'mutation ($content: String!) { createPost(input: { content: $content }) { post { id } userErrors { message } } }'

/** Limits that only a hanging database reaches. */
const patience = () => ({ connectionMs: 60_000, statementMs: 60_000 })

async function serverBehindProxy(timeouts = patience()) {
  const { url } = await testDatabase()
  const proxy = await tcpProxy(url)
  const database = createDatabase(proxy.url, 5, timeouts)
  registerCleanup(async () => {
    proxy.forward()
    await database.$disconnect()
    proxy.close()
  })
  const server = await testServer({ database })
  const ann = server.browser()
  const { username } = await ann.signUp()
  const graphql = (query: string, variables = {}, headers = {}) =>
    ann.fetch('/graphql', { json: { query, variables }, headers })
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status
  // The first run compiles each operation.
  for (const content of ['One.', 'Two.']) await graphql(POST, { content })
  for (const query of [FEED, FEED, BY_NAME, BY_NAME])
    expect((await graphql(query, { name: username })).status).toBe(200)
  return { ...server, ann, proxy, graphql, readiness, username }
}

describe('disconnected', async () => {
  const { ann, proxy, graphql, readiness, username, url, services } = await serverBehindProxy()

  test('attack 60: without a database every API responds 503 with Retry-After, and recovers', async () => {
    proxy.disconnect()
    const newPost: BrowserRequest = { json: { content: 'While offline.', mediaType: 'text' } }
    for (const [path, request] of [
      ['/readyz', {}],
      ['/api/posts?limit=2&cursor=x', {}],
      [`/api/users/${username}`, {}],
      ['/api/auth/user', {}],
      ['/api/posts', newPost],
      ['/api/logout', { method: 'POST' }],
      ['/api/auth/sign-in/username', { json: { username, password: 'sunny day 1' } }],
      ['/', {}],
    ] as [string, BrowserRequest][]) {
      const response = await ann.fetch(path, request)
      expect([path, response.headers.get('retry-after')]).toEqual([path, '2'])
      const { detail } = await expectProblem(response, 503)
      expect(detail).toBe(path === '/readyz' ? 'The database does not answer.' : SENTENCE)
    }
    for (const query of [FEED, BY_NAME, POST, `${FEED} # not compiled`]) {
      for (const accept of [
        'application/json',
        'application/graphql-response+json',
        '*/*',
        'text/x-unknown, application/json',
      ]) {
        const response = await graphql(
          query,
          { name: username, content: 'While offline.' },
          { accept },
        )
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
        const requestId = response.headers.get('x-request-id')
        expect(await response.json()).toEqual({
          errors: [{ message: SENTENCE, extensions: { code: 'SERVICE_UNAVAILABLE', requestId } }],
        })
      }
    }
    const page = await ann.fetch('/profile', {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect([
      page.status,
      page.headers.get('retry-after'),
      page.headers.get('content-type'),
    ]).toEqual([503, '2', 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(SENTENCE)
    for (const path of ['/healthz', '/api/openapi.json'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])

    proxy.forward()
    await expect.poll(readiness).toBe(200)
    for (const query of [FEED, BY_NAME, POST])
      expect((await graphql(query, { name: username, content: 'Online again.' })).status).toBe(200)
    expect((await ann.fetch('/api/auth/user')).status).toBe(200)
    expect(await services.database.post.count({ where: { content: 'While offline.' } })).toBe(0)
  })
})

describe('silent', async () => {
  const timeouts = patience()
  const { ann, proxy, graphql, readiness, username } = await serverBehindProxy(timeouts)

  test('attack 60: no request hangs while the database is silent, and none fails afterwards', async () => {
    const requests = () => [
      graphql(FEED),
      graphql(BY_NAME, { name: username }),
      graphql(POST, { content: 'Into the silence.' }),
      ann.fetch('/api/posts', { json: { content: 'Into the silence.', mediaType: 'text' } }),
      ann.fetch(`/api/users/${username}/posts`),
    ]
    proxy.blackhole()
    Object.assign(timeouts, { connectionMs: 400, statementMs: 600 })
    // They get their responses during the outage.
    const responses = await Promise.all([...requests(), ...requests(), ...requests()])
    expect(responses.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      responses.map(() => [503, '2']),
    )
    expect(await readiness()).toBe(503)

    Object.assign(timeouts, patience())
    proxy.forward()
    await expect.poll(readiness).toBe(200)
    const after = await Promise.all([...requests(), ...requests(), ...requests()])
    expect(after.map(({ status }) => (status < 300 ? 'done' : status))).toEqual(
      after.map(() => 'done'),
    )
  })
})

test('attack 60: requests wait for a database with a latency of 300 ms', async () => {
  const { ann, proxy, graphql, readiness, username } = await serverBehindProxy()
  proxy.forward(150)
  const responses = await Promise.all([
    graphql(FEED),
    graphql(BY_NAME, { name: username }),
    graphql(POST, { content: 'Slowly.' }),
    ann.fetch('/api/posts', { json: { content: 'Slowly.', mediaType: 'text' } }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201])
  await expect.poll(readiness).toBe(200)
})
