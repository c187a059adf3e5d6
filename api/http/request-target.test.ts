import { expect, test } from 'vitest'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { rawExchange } from '#api/test/servers/raw-socket.ts'
import { testServer } from '#api/test/servers/server.ts'

const client = builtClient(clientFiles)
const doors = [
  ['fast path', await testServer({ client, hasFastPath: true })],
  ['Express', await testServer({ client, hasFastPath: false })],
] as const
const [[, server]] = doors
const published = { host: '0.0.0.0', publicUrl: 'https://vibes.example' }
const query = JSON.stringify({ query: '{ feed(first: 1) { nodes { content } } }' })

function send(url: string, line: string, host: string, body = '', headers = '') {
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return rawExchange(
    url,
    `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${body && length}${headers}\r\n${body}`,
  )
}

/** What must not depend on the form of the target. Ids differ for each request. */
function outcome({ status, headers, body }: Awaited<ReturnType<typeof rawExchange>>) {
  return { status, type: headers.get('content-type'), body: body.replace(/[\da-f-]{36}/g, 'id') }
}

const routes = [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/'],
  ['GET', '/explore?q=sun'],
  ['GET', '/nothing/here'],
  ['GET', '/assets/app-abc.js'],
  ['GET', '/favicon.svg'],
  ['GET', '/media/none.webp'],
  ['GET', '/sitemap.xml'],
  ['GET', '/robots.txt'],
  ['GET', '/llms.txt'],
  ['GET', '/feed.atom'],
  ['GET', '/feed.json'],
  ['GET', '/profile/nobody_here/feed.atom'],
  ['GET', '/profile/@nobody_here'],
  ['GET', '/oembed?url=http://localhost/post/none'],
  ['GET', '/api/login?returnTo=/explore'],
  ['GET', '/api/posts?limit=2'],
  ['GET', '/api/users/nobody_here'],
  ['GET', '/api/auth/user'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/nothing'],
  ['GET', '/graphql?query={viewer{id}}'],
  ['POST', '/graphql', query],
  ['POST', '/api/posts', '{"content":"Hello","mediaType":"text"}'],
  ['POST', '/api/media', '{}'],
  ['POST', '/api/auth/sign-in/email', '{"email":"a@example.org","password":"sunny day 1"}'],
  ['DELETE', '/api/posts/post_01h455vb4pex5vsknk084sn02q'],
] as const

test.each(doors)('every route takes the absolute form of a target (%s)', async (_door, { url }) => {
  const host = new URL(url).host
  for (const [method, path, body] of routes) {
    const usual = outcome(await send(url, `${method} ${path}`, host, body))
    for (const origin of [
      `http://${host}`,
      `HTTP://LOCALHOST:${new URL(url).port}`,
      `https://${host}`,
    ]) {
      const absolute = await send(url, `${method} ${origin}${path}`, 'evil.example', body)
      expect([method, path, outcome(absolute)]).toEqual([method, path, usual])
    }
  }
  // Its numbers change with each request.
  const metrics = await send(url, `GET http://${host}/metrics`, 'evil.example')
  expect([metrics.status, metrics.body]).toEqual([200, expect.stringContaining('# HELP')])
  const root = await send(url, `GET http://${host}`, host)
  expect(outcome(root)).toEqual(outcome(await send(url, 'GET /', host)))
  const search = await send(url, `GET http://${host}?q=1`, host)
  expect(outcome(search)).toEqual(outcome(await send(url, 'GET /?q=1', host)))
})

test.each(doors)(
  'the host of an absolute target passes the check of Host (%s)',
  async (_door, { url }) => {
    for (const host of [
      'evil.example',
      'evil.example:4000',
      '[::2]',
      '192.168.1.5',
      'localhost:99999',
    ])
      for (const [method, path, body] of [
        ['GET', '/api/posts'],
        ['POST', '/graphql', query],
      ] as const)
        expect((await send(url, `${method} http://${host}${path}`, 'localhost', body)).status).toBe(
          421,
        )
  },
)

test.each([
  'POST //a@[::1/#',
  'DELETE //a@[\xa0/api/posts',
  'POST http://[::1/',
  'POST http:///graphql',
  'GET http://user:password@localhost/graphql',
  'GET ftp://localhost/graphql',
  'POST *',
])('%j has a response, and the server goes on', async (line) => {
  for (const [, { url }] of doors) {
    const { status, headers } = await send(url, line, 'localhost')
    expect([400, 405, 421]).toContain(status)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  }
})

test('a fragment is left out', async () => {
  const { username } = await server.browser().signUp()
  const usual = await send(server.url, `GET /api/users/${username}`, 'localhost')
  const withFragment = await send(server.url, `GET /api/users/${username}#part`, 'localhost')
  expect(outcome(withFragment)).toEqual(outcome(usual))
})

test.each([true, false])(
  'a published server also rejects a Host that is none (fast path: %s)',
  async (hasFastPath) => {
    const { url } = await testServer({ settings: published, hasFastPath })
    for (const host of ['a b', '[::1', 'x^y', 'a/b', 'a@b', 'h:99999'])
      for (const path of ['/graphql', '/graphql?by=express'])
        expect([host, (await send(url, `POST ${path}`, host, query)).status]).toEqual([host, 421])
    expect((await rawExchange(url, 'GET /api/posts HTTP/1.0\r\n\r\n')).status).toBe(200)
  },
)

test('CONNECT is 405', async () => {
  const { status, body } = await send(server.url, 'CONNECT example.org:443', 'example.org')
  expect([status, JSON.parse(body).code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
})
