import { deflateSync } from 'node:zlib'
import { tiledAvif } from '#api/test/avif.ts'
import { chunk, png } from '#api/test/pictures.ts'
import { PASSWORD, type SmallProduct } from './small-product.ts'

export interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Attack {
  name: string
  /** How many requests are under way at the same time. */
  connections: number
  /** How many requests are enough to have stopped the process, or to have filled its memory, before it was made safe. */
  enough: number
  /** @param number of the request, so that no two need to be the same */
  request(number: number, product: SmallProduct): Sent
  /** Sent once before the others. */
  prepare?(product: SmallProduct): readonly Sent[]
}

const MEGABYTE = 1024 * 1024
const json = { 'content-type': 'application/json' }
const graphql = (body: object): Sent => ({
  method: 'POST',
  path: '/graphql',
  headers: json,
  body: JSON.stringify(body),
})
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')
/** The same address in another spelling for each number. */
const spelled = (path: string, number: number) =>
  [...path]
    .map((letter, index) => ((number >> (index % 24)) & 1 ? letter.toUpperCase() : letter))
    .join('')

/** NFKC sorts the marks of a letter, and their classes differ: the time for that grows with the square of their number. */
const longPassword = `a${'\u0301\u0316'.repeat(110_000)}`
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

/** Made once, so that the attacker takes no time from the server. */
const largeBodies = [
  Buffer.alloc(7 * MEGABYTE, '['),
  Buffer.from(`{"content":"${'x'.repeat(7.9 * MEGABYTE)}"}`),
]
/** As long as a post may be in bytes. */
const longPost = `e${'\u0301'.repeat(4_000)}`
const LARGE_PAGE = `{ feed(first: 100) { nodes { ${times(9, (index) => `a${index}: content`)} } } }`

/** Bytes, a little below the largest upload. */
const ROOM = 4_900_000
const inflating = chunk(
  'zTXt',
  Buffer.concat([Buffer.from('text\0\0'), deflateSync(Buffer.alloc(7_900_000, 'a'), { level: 9 })]),
)
const bombs = [
  png({ extra: Array<Buffer>(Math.floor(ROOM / inflating.length)).fill(inflating) }),
  await tiledAvif({ tiles: 60, padding: ROOM, copies: 31 }),
]
const BOUNDARY = 'a-boundary-of-parts'
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
    name: 'passwords of a megabyte',
    connections: 2,
    enough: 5,
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
    name: 'documents that are refused',
    connections: 8,
    enough: 800,
    request: (number) =>
      graphql({
        query: `{ ${times(900, (index) => `wrong${number}_${index}`).slice(0, 15_000)} }`,
      }),
  },
  {
    name: 'paths and methods in every spelling',
    connections: 8,
    enough: 6_000,
    request: (number) => ({
      method: 'GET',
      path: `${spelled('/api/auth/sessions', number)}?${number}`,
    }),
  },
  {
    name: 'variables with long names',
    connections: 8,
    enough: 1_500,
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
    enough: 128,
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
    enough: 120,
    prepare: ({ url, cookie }) =>
      Array.from({ length: 100 }, (_, index) => ({
        method: 'POST',
        path: '/api/posts',
        headers: { ...json, cookie, origin: url },
        body: JSON.stringify({ content: `${index} ${longPost}` }),
      })),
    request: (number) => graphql({ query: `# ${Math.floor(number / 3)}\n${LARGE_PAGE}` }),
  },
  {
    name: 'passkeys that are begun',
    connections: 8,
    enough: 60,
    request: (_number, { url, cookie }) => ({
      method: 'POST',
      path: '/api/auth/passkey/generate-register-options',
      headers: { ...json, cookie, origin: url },
      body: JSON.stringify({ password: PASSWORD }),
    }),
  },
  {
    name: 'pictures that unpack to too much',
    connections: 4,
    enough: 12,
    request: (number, { url, cookie }) => ({
      method: 'POST',
      path: '/api/media',
      headers: { cookie, origin: url, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: formWith(bombs[number % bombs.length] ?? Buffer.alloc(0)),
    }),
  },
  {
    name: 'requests of one handler for another',
    connections: 8,
    enough: 2_000,
    request: (number) =>
      number % 2
        ? { method: 'POST', path: '/graphql', headers: json, body: `/api/posts?limit=${number}` }
        : { method: 'GET', path: `/api/posts?limit=5?${number}` },
  },
]
