import { expect, test } from 'vitest'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

const consumed: string[] = []
const server = await testServer({
  limits: {
    consume: async (limit) => {
      consumed.push(limit)
      return null
    },
    refund: async () => {},
  },
})
const ann = server.browser()
await ann.signUp()
const cookie = ann.cookieHeader()

const JSON_TYPE = { 'content-type': 'application/json' }
const SAME_ORIGIN = { origin: server.url }

function write(
  path: string,
  headers: Record<string, string>,
  { method = 'POST', body = '{}' } = {},
) {
  return rawRequest(server.url + path, { method, headers, body })
}

const crossSite: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: server.url.replace('localhost', '127.0.0.1') },
  { origin: `${server.url}.evil.example` },
  { origin: server.url.replace('http:', 'https:') },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { ...SAME_ORIGIN, 'sec-fetch-site': 'cross-site' },
]
const paths = [
  '/graphql',
  '/api/posts',
  '/api/auth/sign-in/email',
  '/api/logout',
  '/api/media',
  '/nowhere',
]

test.each(crossSite)(
  'attack 14: a cross-site write, %j, is rejected at every path, with and without a cookie',
  async (headers) => {
    for (const path of paths) {
      for (const credentials of [{}, { cookie }]) {
        const { status } = await write(path, {
          ...JSON_TYPE,
          ...headers,
          ...credentials,
          'x-requested-with': 'x',
        })
        expect([path, status]).toEqual([path, 403])
      }
    }
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect(
        (await write('/api/posts/x', { ...JSON_TYPE, ...headers, cookie }, { method })).status,
      ).toBe(403)
  },
)

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/jsonp',
  '',
])('attack 14: a body of type %j is rejected and has no effect', async (type) => {
  for (const origin of [{}, SAME_ORIGIN, { 'sec-fetch-site': 'none' }]) {
    for (const path of paths.filter((each) => each !== '/api/media')) {
      const { status } = await write(path, { 'content-type': type, ...origin, cookie })
      expect([path, status]).toEqual([path, 415])
    }
  }
  expect((await ann.fetch('/api/login')).status).toBe(302)
})

test('a body without a content type is rejected', async () => {
  expect((await write('/api/posts', { cookie, 'content-length': '2' })).status).toBe(415)
})

test.each([
  {},
  SAME_ORIGIN,
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { ...SAME_ORIGIN, 'sec-fetch-site': 'same-origin' },
])('a same-origin or script write, %j, passes with JSON', async (origin) => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    const { status } = await write('/api/auth/sign-in/email', { 'content-type': type, ...origin })
    expect(status).toBe(400)
  }
})

test('a write of a script may have no body', async () => {
  const visitor = server.browser()
  await visitor.signUp()
  const own = visitor.cookieHeader()
  expect(
    (await rawRequest(`${server.url}/api/logout`, { method: 'POST', headers: { cookie: own } }))
      .status,
  ).toBe(204)
})

test('an upload by a script needs the header X-Requested-With', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x', cookie }
  for (const path of ['/api/media', '/api/media/', '/API/Media']) {
    expect((await write(path, type)).status).toBe(403)
    expect((await write(path, { ...type, 'x-requested-with': 'curl' })).status).not.toBe(403)
    expect((await write(path, { ...type, ...SAME_ORIGIN })).status).not.toBe(403)
  }
})

test('attack 15: responses never allow another origin, with and without a preflight', async () => {
  const preflight = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  for (const path of [...paths, '/', '/media/x', '/healthz']) {
    const responses = [
      await write(path, preflight, { method: 'OPTIONS', body: '' }),
      await rawRequest(server.url + path, { headers: { origin: 'https://evil.example', cookie } }),
    ]
    for (const { headers } of responses) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
    expect(responses[0]?.status).not.toBe(204)
  }
})

test.each(['TRACE', 'OPTIONS', 'PROPFIND', 'PURGE'])(
  'the method %s is 405 everywhere',
  async (method) => {
    for (const path of ['/', '/api/posts', '/graphql']) {
      const { status, headers } = await write(path, JSON_TYPE, { method, body: '' })
      expect([path, status, headers.allow]).toEqual([
        path,
        405,
        'GET, HEAD, POST, PUT, PATCH, DELETE',
      ])
    }
  },
)

test('what another site loads takes no point of a limit', async () => {
  consumed.length = 0
  const read = (path: string, headers = {}) => rawRequest(server.url + path, { headers })
  const [callback, search] = ['/api/auth/oidc/callback?state=x&code=x', '/api/search?q=sun']
  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
  for (const path of [callback, search]) expect((await read(path, embedded)).status).toBe(403)
  expect(consumed).toEqual([])
  await read(search)
  expect(consumed).not.toEqual([])
})

test('another site can link to an address, and load none but static files, media and health', async () => {
  const read = async (path: string, headers: Record<string, string>) =>
    (
      await rawRequest(server.url + path, {
        headers: { 'sec-fetch-site': 'cross-site', ...headers },
      })
    ).status
  const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const frame = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const path of [
    '/',
    '/api/posts',
    '/api/auth/oidc/callback',
    '/graphql?query={viewer{id}}',
  ]) {
    for (const headers of [image, frame, {}])
      expect([path, await read(path, headers)]).toEqual([path, 403])
    expect(await read(path, link)).not.toBe(403)
  }
  for (const path of ['/healthz', '/readyz', '/media/none.webp', '/robots.txt'])
    expect([path, await read(path, image)]).not.toEqual([path, 403])
  expect(await read('/api/posts', { ...image, 'sec-fetch-site': 'same-site' })).toBe(200)
})
