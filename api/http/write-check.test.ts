import { expect, test } from 'vitest'
import { rawRequest } from '#api/test/raw-request.ts'
import { testServer } from '#api/test/server.ts'

const server = await testServer()
const ann = server.visitor()
await ann.signUp()
const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const JSON_TYPE = { 'content-type': 'application/json' }
const OWN = { origin: server.url }

function write(
  path: string,
  headers: Record<string, string>,
  { method = 'POST', body = '{}' } = {},
) {
  return rawRequest(server.url + path, { method, headers, body })
}

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: server.url.replace('localhost', '127.0.0.1') },
  { origin: `${server.url}.evil.example` },
  { origin: server.url.replace('http:', 'https:') },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { ...OWN, 'sec-fetch-site': 'cross-site' },
]
const doors = [
  '/graphql',
  '/api/posts',
  '/api/auth/sign-in/email',
  '/api/logout',
  '/api/media',
  '/nowhere',
]

test.each(foreign)(
  'attack 14: a write from elsewhere, %j, is refused at every door, with a cookie or without',
  async (headers) => {
    for (const path of doors) {
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
    for (const method of ['PATCH', 'DELETE'])
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
])('attack 14: a body of %j is refused and has no effect, whoever sends it', async (type) => {
  for (const from of [{}, OWN, { 'sec-fetch-site': 'none' }]) {
    for (const path of doors.filter((each) => each !== '/api/media')) {
      const { status } = await write(path, { 'content-type': type, ...from, cookie })
      expect([path, status]).toEqual([path, 415])
    }
  }
  expect((await ann.fetch('/api/login')).status).toBe(302)
})

test('a body without any type is refused', async () => {
  expect((await write('/api/posts', { cookie, 'content-length': '2' })).status).toBe(415)
})

test.each([
  {},
  OWN,
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { ...OWN, 'sec-fetch-site': 'same-origin' },
])('a write from here or from a script, %j, passes with JSON', async (from) => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    const { status } = await write('/api/auth/sign-in/email', { 'content-type': type, ...from })
    expect(status).toBe(400)
  }
})

test('a script’s write may have no body', async () => {
  const visitor = server.visitor()
  await visitor.signUp()
  const own = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(
    (await rawRequest(`${server.url}/api/logout`, { method: 'POST', headers: { cookie: own } }))
      .status,
  ).toBe(204)
})

test('an upload by a script says that it is none of a form', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x', cookie }
  for (const path of ['/api/media', '/api/media/', '/API/Media']) {
    expect((await write(path, type)).status).toBe(403)
    expect((await write(path, { ...type, 'x-requested-with': 'curl' })).status).not.toBe(403)
    expect((await write(path, { ...type, ...OWN })).status).not.toBe(403)
  }
})

test('attack 15: no other site may read or write, asked beforehand or not', async () => {
  const preflight = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  for (const path of [...doors, '/', '/media/x', '/healthz']) {
    const answers = [
      await write(path, preflight, { method: 'OPTIONS', body: '' }),
      await rawRequest(server.url + path, { headers: { origin: 'https://evil.example', cookie } }),
    ]
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
    expect(answers[0]?.status).not.toBe(204)
  }
})

test.each(['TRACE', 'PUT', 'OPTIONS', 'PROPFIND', 'PURGE'])(
  '%s is answered nowhere',
  async (method) => {
    for (const path of ['/', '/api/posts', '/graphql']) {
      const { status, headers } = await write(path, JSON_TYPE, { method, body: '' })
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD, POST, PATCH, DELETE'])
    }
  },
)
