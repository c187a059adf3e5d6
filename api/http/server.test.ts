import { STATUS_CODES } from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer({ server: { connectionsCheckingInterval: 50 } })
const { port } = new URL(server.url)

/** Sends raw text. Resolves with all output when the server closes the connection. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = net.connect(Number(port), 'localhost', () => socket.write(text))
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
  })
}

/** Lets incomplete requests time out soon, until the end of the test. */
function shortenTimeouts() {
  const { headersTimeout, requestTimeout } = server.http
  registerCleanup(() => Object.assign(server.http, { headersTimeout, requestTimeout }))
  Object.assign(server.http, { headersTimeout: 300, requestTimeout: 600 })
}

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n'

test.each(['/api/auth/sign-in/email', '/graphql', '/api/media'])(
  'attack 20: a body that does not arrive is 408 (%s)',
  async (path) => {
    shortenTimeouts()
    const response = await exchange(
      `POST ${path} HTTP/1.1\r\n${HEAD}X-Requested-With: x\r\n\r\n{"email":`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
  },
)

test('attack 20: incomplete headers are 408', async () => {
  shortenTimeouts()
  expect(await exchange('GET / HTTP/1.1\r\nHost: localhost\r\nX-A')).toMatch(/^HTTP\/1\.1 408 /)
})

test('attack 20: silent connections time out, and others are served meanwhile', async () => {
  const silent = Array.from({ length: 300 }, () => exchange(''))
  const half = Array.from({ length: 100 }, () =>
    exchange(`POST /api/auth/sign-in/email HTTP/1.1\r\n${HEAD}\r\n{`),
  )
  for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  shortenTimeouts()
  const responses = await Promise.all([...silent, ...half])
  expect(new Set(responses.map((response) => response.slice(0, 12)))).toEqual(
    new Set(['HTTP/1.1 408']),
  )
})

test.each([
  [
    'a URL above 16 KB',
    431,
    `GET /graphql?query=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'are longer than 16 KB',
  ],
  ['invalid HTTP', 400, 'GOOD VIBES\r\n\r\n', 'could not be read as an HTTP request'],
  [
    'a request whose headers do not end',
    408,
    'GET / HTTP/1.1\r\nHost: localhost\r\nX-A',
    'did not arrive in time',
  ],
])('%s gets a problem with a sentence', async (_what, status, text, words) => {
  if (status === 408) shortenTimeouts()
  const [head = '', body = ''] = (await exchange(text)).split('\r\n\r\n')
  expect(head).toContain(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json; charset=utf-8`,
  )
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    code: 'REQUEST_UNREADABLE',
    detail: expect.stringContaining(words),
  })
})

test('an unreadable pipelined request is 400 after the response to the previous one', async () => {
  const responses = await exchange(
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGOOD VIBES\r\n\r\n',
  )
  expect([...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '400',
  ])
})
