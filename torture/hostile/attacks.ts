import { deflateSync } from 'node:zlib'
import { tiledAvif } from '#api/test/pictures/avif.ts'
import { chunk, png } from '#api/test/pictures/pictures.ts'
import { PASSWORD, type Target } from './small-product.ts'

export interface AttackRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Attack {
  name: string
  /** Number of concurrent requests. */
  connections: number
  /** This many requests used to crash the process or fill its memory before the defence existed. */
  sufficientRequests: number
  /** @param number index of the request, to make requests differ */
  request(number: number, target: Target): AttackRequest
  /** @returns requests to send once before the attack */
  prepare?(target: Target): readonly AttackRequest[]
}

const MEGABYTE = 1024 * 1024
const json = { 'content-type': 'application/json' }
const graphql = (body: object): AttackRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: json,
  body: JSON.stringify(body),
})
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')
/** @returns the path with different letter case for each number */
const varyCase = (path: string, number: number) =>
  [...path]
    .map((letter, index) => ((number >> (index % 24)) & 1 ? letter.toUpperCase() : letter))
    .join('')

/** NFKC sorts combining marks, in time that grows with the square of their number. */
const longPassword = `a${'\u0301\u0316'.repeat(7_000)}`
const accountCalls = [
  ['/api/auth/change-password', { currentPassword: longPassword, newPassword: longPassword }],
  ['/api/auth/delete-account', { password: longPassword }],
  ['/api/auth/two-factor/start', { password: longPassword }],
  ['/api/auth/sign-in/email', { email: 'ann@example.org', password: longPassword }],
  [
    '/api/auth/sign-up/email',
    { name: 'Ann', username: 'ann', email: 'ann@example.org', password: longPassword },
  ],
] as const

/** Created once, because the attacker shares the CPU with the server. */
const largeBodies = [
  Buffer.alloc(7 * MEGABYTE, '['),
  Buffer.from(`{"content":"${'x'.repeat(7.9 * MEGABYTE)}"}`),
]
/** The largest post in bytes. */
const longPost = `e${'\u0301'.repeat(4_000)}`
/** A page of the largest posts by one member. */
export const longPosts = ({ url, cookie }: Target): AttackRequest[] =>
  Array.from({ length: 100 }, (_, index) => ({
    method: 'POST',
    path: '/api/posts',
    headers: { ...json, cookie, origin: url },
    body: JSON.stringify({ content: `${index} ${longPost}` }),
  }))
const LARGE_PAGE = `{ feed(first: 100) { nodes { ${times(5, (index) => `a${index}: content`)} } } }`

/** A little less than the largest upload. */
const UPLOAD_BYTES = 4_900_000
const compressedChunk = chunk(
  'zTXt',
  Buffer.concat([Buffer.from('text\0\0'), deflateSync(Buffer.alloc(7_900_000, 'a'), { level: 9 })]),
)
const decompressionBombs = [
  png({
    extra: Array<Buffer>(Math.floor(UPLOAD_BYTES / compressedChunk.length)).fill(compressedChunk),
  }),
  await tiledAvif({ tiles: 60, padding: UPLOAD_BYTES, copies: 31 }),
]
const BOUNDARY = 'multipart-boundary'
const formWith = (file: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

export const attacks: readonly Attack[] = [
  {
    name: 'long passwords',
    connections: 2,
    sufficientRequests: 5,
    request(number, { url, cookie }) {
      const [path, body] = accountCalls[number % accountCalls.length] ?? accountCalls[0]
      return {
        method: 'POST',
        path,
        headers: { ...json, cookie, origin: url },
        body: JSON.stringify(body),
      }
    },
  },
  {
    name: 'documents that are rejected',
    connections: 8,
    sufficientRequests: 800,
    request: (number) =>
      graphql({
        query: `{ ${times(900, (index) => `wrong${number}_${index}`).slice(0, 15_000)} }`,
      }),
  },
  {
    name: 'paths in mixed case',
    connections: 8,
    sufficientRequests: 6_000,
    request: (number) => ({
      method: 'GET',
      path: `${varyCase('/api/auth/sessions', number)}?${number}`,
    }),
  },
  {
    name: 'variables with long names',
    connections: 8,
    sufficientRequests: 1_500,
    prepare: () =>
      [1, 2].map(() => graphql({ query: '{ feed(first: 1) { nodes { id } } }', variables: {} })),
    request: (number) =>
      graphql({
        query: '{ feed(first: 1) { nodes { id } } }',
        variables: { [`v${number}${'x'.repeat(60_000)}`]: 1 },
      }),
  },
  {
    name: 'bodies of eight megabytes',
    connections: 64,
    sufficientRequests: 128,
    request: (number) => ({
      method: 'POST',
      path: '/api/posts',
      headers: json,
      body: largeBodies[number % 2] ?? '',
    }),
  },
  {
    name: 'large responses to many documents',
    connections: 4,
    sufficientRequests: 120,
    prepare: longPosts,
    request: (number) => graphql({ query: `# ${Math.floor(number / 3)}\n${LARGE_PAGE}` }),
  },
  {
    name: 'unfinished passkey registrations',
    connections: 8,
    sufficientRequests: 60,
    request: (_number, { url, cookie }) => ({
      method: 'POST',
      path: '/api/auth/passkey/generate-register-options',
      headers: { ...json, cookie, origin: url },
      body: JSON.stringify({ password: PASSWORD }),
    }),
  },
  {
    name: 'decompression bombs',
    connections: 4,
    sufficientRequests: 12,
    request: (number, { url, cookie }) => ({
      method: 'POST',
      path: '/api/media',
      headers: { cookie, origin: url, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: formWith(decompressionBombs[number % decompressionBombs.length] ?? Buffer.alloc(0)),
    }),
  },
  {
    name: 'requests in the format of another handler',
    connections: 8,
    sufficientRequests: 2_000,
    request: (number) =>
      number % 2
        ? { method: 'POST', path: '/graphql', headers: json, body: `/api/posts?limit=${number}` }
        : { method: 'GET', path: `/api/posts?limit=5?${number}` },
  },
]
