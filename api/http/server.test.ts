import { STATUS_CODES } from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import { testServer } from '#api/test/server.ts'

const timeouts = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }
const server = await testServer({ server: timeouts })
const { port } = new URL(server.url)

/** Sends a text and nothing more; what comes back until the server hangs up. */
function sent(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(Number(port), 'localhost', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n'

test.each(['/api/auth/sign-in/email', '/graphql', '/api/media'])(
  'attack 20: a body that does not come is given up with 408 (%s)',
  async (path) => {
    const answer = await sent(
      `POST ${path} HTTP/1.1\r\n${HEAD}X-Requested-With: x\r\n\r\n{"email":`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  },
)

test('attack 20: headers that do not end are given up with 408', async () => {
  expect(await sent('GET / HTTP/1.1\r\nHost: localhost\r\nX-A')).toMatch(/^HTTP\/1\.1 408 /)
})

test('attack 20: silent connections are given up, and others are served meanwhile', async () => {
  const silent = Array.from({ length: 300 }, () => sent(''))
  const half = Array.from({ length: 100 }, () =>
    sent(`POST /api/auth/sign-in/email HTTP/1.1\r\n${HEAD}\r\n{`),
  )
  for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const answers = await Promise.all([...silent, ...half])
  expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']))
})

test.each([
  [
    'an address beyond 16 KB',
    431,
    `GET /graphql?query=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'are too long',
  ],
  ['what is no request', 400, 'GOOD VIBES\r\n\r\n', 'could not be read as a request'],
  [
    'a request whose headers do not end',
    408,
    'GET / HTTP/1.1\r\nHost: localhost\r\nX-A',
    'did not arrive in time',
  ],
])(
  '%s is refused in a sentence, in the form of every error',
  async (_what, status, text, words) => {
    const [head = '', body = ''] = (await sent(text)).split('\r\n\r\n')
    expect(head).toContain(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json; charset=utf-8`,
    )
    expect(JSON.parse(body)).toEqual({
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: expect.stringContaining(words),
    })
  },
)

test('what cannot be read after a request is refused after the answer to that one', async () => {
  const answers = await sent('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGOOD VIBES\r\n\r\n')
  expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '400',
  ])
})
