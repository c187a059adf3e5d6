import { expect, test } from 'vitest'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { type RawExchange, rawExchange } from '#api/test/servers/raw-socket.ts'
import { testServer } from '#api/test/servers/server.ts'
import { type Random, seeded } from '#demo/random.ts'

const REQUESTS = 800
const AT_ONCE = 50
/** Incomplete requests end soon. */
const timeouts = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }

const methods = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'X',
]
const targets = [
  '/',
  '*',
  '',
  '//',
  '/%',
  '/%00',
  '/..',
  '/../../etc/passwd',
  '/..%2f..%2f',
  '/\\',
  '/\xff',
  '/ä',
  '/graphql',
  '/graphql/',
  '/GraphQL',
  '/graphql/x',
  '/graphql?query=%7Bviewer%7Bid%7D%7D',
  '/graphql?query=%',
  '/graphql?query={__typename}&variables=%5B',
  '/api',
  '/api/',
  '/api/%',
  '/api/posts',
  '/api/posts?limit=%',
  '/api/posts?limit=-1&limit=2',
  '/api/posts/%E0%A4%A',
  '/api/users/%00',
  '/api/search?q[]=1',
  '/api/login?returnTo=//x',
  '/api/auth/sign-in/email',
  '/api/auth/%2e%2e/user',
  '/api/media',
  '/api/docs',
  '/api/openapi.json',
  '/profile/%',
  '/profile/__proto__',
  '/explore?q=%',
  '/assets/%',
  '/assets/../csp.json',
  '/media/%',
  '/media/%2e%2e',
  '/oembed?url=http://[',
  '/join/%',
  '/sitemap.xml',
  '/healthz?',
  '/metrics',
]
const origins = [
  '',
  '',
  '',
  '',
  'http://localhost',
  'http://localhost:1',
  'https://LOCALHOST',
  'http://evil.example',
  'http://[::1]',
  'http://[::1',
  'http://a@b',
  'http://',
  'ftp://x',
  '//a@[',
  'localhost:4000',
  'http://%zz',
  'http://x^y',
  'http://\xff',
]
const versions = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9',
  'http/1.1',
  '',
]
const hosts = [
  'localhost',
  'localhost',
  'localhost',
  '127.0.0.1:1',
  '[::1]',
  '[::1',
  'a b',
  '',
  'x%',
  'evil.example',
  '\xff',
  'localhost:x',
  'a,b',
]
const headers = [
  'Accept: text/html',
  'Accept: application/graphql-response+json',
  'Accept: ;;;',
  'Accept: \xff',
  'Accept-Encoding: gzip, br;q=x',
  'Accept-Encoding: ,',
  'Accept-Language: *;q=\xff',
  'Authorization: Bearer',
  'Authorization: Bearer gv_\xff',
  'Authorization: Basic Og==',
  'Cookie: ;;=; \xff=%',
  'Cookie: good-vibes.session_token=%',
  'Cookie: good-vibes.session_token=a.b; good-vibes.session_token=c',
  'Cookie: __proto__=1',
  'Content-Type: application/json; charset=\xff',
  'Content-Type: application/json;',
  'Content-Type: text/plain',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=',
  'Content-Type: ;',
  'Content-Encoding: gzip',
  'Content-Encoding: x',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: x',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket\r\nConnection: upgrade',
  'Upgrade: h2c',
  'Range: bytes=5-1',
  'Range: bytes=0-0,1-1',
  'If-None-Match: "',
  'If-Modified-Since: \xff',
  'If-Range: x',
  'X-Forwarded-For: \xff',
  'X-Forwarded-For: [::1',
  'Forwarded: for="[',
  'traceparent: 00-x',
  'Idempotency-Key: \xff',
  'X-Demo-User: 1',
  'X-Cost: 1',
  'Origin: null',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document',
  ': x',
  'No colon',
  'A B: x',
  'X-Null: a\x00b',
  ' folded',
  `X-Long: ${'x'.repeat(17_000)}`,
  '__proto__: x',
  'constructor: x',
]
const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '{',
  '\xef\xbb\xbf{}',
  '\xff\xfe{\x00}\x00',
  '{"query":"{ feed(first: 1) { nodes { id } } }"}',
  '{"query":1}',
  '{"query":"{"}',
  '{"__proto__":{"query":"{viewer{id}}"}}',
  '{"content":"\\ud800","mediaType":"text"}',
  '5\r\nabc\r\n0\r\n\r\n',
  '-1\r\n',
  'ffffffffffffffff\r\n',
  '--x\r\n\r\n--x--',
]

/** A request of pieces that alone or together are often wrong. */
function randomRequest(random: Random): string {
  const body = random.pick(bodies)
  const lines = [
    `${random.pick(methods)} ${random.pick(origins)}${random.pick(targets)} ${random.pick(versions)}`,
    ...(random.chance(0.95) ? [`Host: ${random.pick(hosts)}`] : []),
    ...(random.chance(0.1) ? [`Host: ${random.pick(hosts)}`] : []),
    ...Array.from({ length: random.whole(0, 4) }, () => random.pick(headers)),
    ...(random.chance(0.6) ? ['Content-Type: application/json'] : []),
    ...(random.chance(0.7) ? [`Content-Length: ${body.length}`] : []),
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const FORMATS =
  /^(application\/(problem\+|graphql-response\+)?json|text\/(html|plain|event-stream|javascript)|application\/xml|image\/svg\+xml)\b/
/** The product's own words and files never contain these. */
const INTERNALS = /node_modules|file:\/\/|\n\s+at |\.(ts|js):\d+/

/** What is wrong with a response; null if nothing is. */
function faultOf({ status, headers, body, text }: RawExchange): string | null {
  if (text === '') return null
  if (status === null) return 'no status line'
  if (status >= 500) return `status ${status}`
  if (INTERNALS.test(text)) return 'shows internals'
  const type = headers.get('content-type')
  const isEmpty = body === '' || body === '0\r\n\r\n'
  if (!isEmpty && !FORMATS.test(type ?? '')) return `body of type ${type}`
  if (isEmpty && status >= 400 && headers.get('content-length') !== '0' && type === undefined)
    return `a bare ${status}`
  return null
}

test.each([
  ['the fast path', true],
  ['Express', false],
])(
  'random request lines and headers get a response without internals (%s)',
  async (_door, hasFastPath) => {
    const { url, logLines } = await testServer({
      client: builtClient(clientFiles),
      hasFastPath,
      server: timeouts,
    })
    const random = seeded(7)
    const requests = Array.from({ length: REQUESTS }, () => randomRequest(random))
    const faults: unknown[] = []
    let unanswered = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
          const response = await rawExchange(url, request)
          if (response.text === '') unanswered++
          const fault = faultOf(response)
          if (fault)
            faults.push({
              fault,
              request: request.slice(0, 400),
              text: response.text.slice(0, 300),
            })
        }
      }),
    )
    expect(faults).toEqual([])
    expect(unanswered).toBe(0)
    expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  },
)
