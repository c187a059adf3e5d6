import { expect, test } from 'vitest'
import { postReads } from '#api/features/post/post.read.ts'
import { userReads } from '#api/features/user/user.read.ts'
import { PATIENT } from '#api/test/database/locks.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import { operationLabel } from './operations.ts'

const server = await testServer()
const ann = server.browser()

async function metrics(): Promise<string> {
  return (await rawRequest(`${server.url}/metrics`)).body
}

/** The value of a time series in /metrics; 0 when it does not exist. */
async function value(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((line) => line.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? 0)
}

test('our operations are counted by name, and all others together', async () => {
  const send = (query: string) => ann.fetch('/graphql', { json: { query } })
  for (const name of ['Feed', 'MadeUpByACaller', 'Another'])
    await send(`query ${name} { feed(first: 1) { nodes { id } } }`)
  await send('{ __typename }')
  const count = (operation: string) =>
    `http_request_duration_seconds_count{method="POST",route="/graphql",status="200",operation="${operation}"}`
  await expect.poll(() => value(count('other'))).toBe(2)
  expect(await value(count('Feed'))).toBe(1)
  expect(await value(count(''))).toBe(1)
  expect(await metrics()).not.toContain('MadeUp')
})

/** The values of a label of the request durations. */
async function labels(name: string): Promise<Set<string>> {
  const series = (await metrics())
    .split('\n')
    .filter((line) => line.startsWith('http_request_duration_seconds_count{'))
  return new Set(series.map((line) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? ''))
}

test('each route is one time series, however its path is spelled, and unknown paths have none', async () => {
  const id = 'post_01h455vb4pex5vsknk084sn02q'
  const paths = [
    '/API/Posts',
    '/api/posts/',
    '/aPi/pOsTs?limit=1',
    `/Api/Posts/${id}`,
    `/api/posts/${id}/`,
    '/API/auth/Two-Factor/',
    '/api/AUTH/passkey/GENERATE-authenticate-options',
    '/Api/Made/Up',
    '/api//posts',
    '//api/posts',
    '/MEDIA/a/b',
    '/Media/Made-Up.webp',
    '/Made/Up',
    '/%61pi/posts',
    '/api/posts/%zz',
    '/GraphQL?query={__typename}',
    '/hEaLtHz',
  ]
  for (const path of paths) await rawRequest(server.url + path)
  for (const method of ['PROPFIND', 'MKCOL', 'OPTIONS'])
    await rawRequest(`${server.url}/api/posts`, { method })
  await rawRequest(`${server.url}/api/posts`, { path: `${server.url}/API/Posts` })
  const routes = [
    ...[
      '/api/posts',
      '/api/posts/:id',
      '/api/auth/two-factor',
      '/api/auth/passkey/generate-authenticate-options',
      '/api',
    ],
    ...['/media', '/media/:file', '/graphql', '/healthz', '/metrics', 'page'],
  ]
  await expect.poll(() => labels('route')).toContain('/healthz')
  expect([...(await labels('route'))].filter((route) => !routes.includes(route))).toEqual([])
  for (const route of routes) expect(await labels('route')).toContain(route)
  for (const method of await labels('method')) expect(['GET', 'POST', 'other']).toContain(method)
})

test('the names of the operations of the client and REST are labels', () => {
  const [ofClient, ofRest] = ['Viewer', 'RestUpdateProfile']
  expect([ofClient, ofRest].map(operationLabel)).toEqual([ofClient, ofRest])
})

test('user errors and internal errors are counted by operation and code', async () => {
  const userErrors = 'graphql_errors_total{operation="LikePost",code="UNAUTHENTICATED"}'
  const [before, failed] = [
    await value(userErrors),
    'graphql_errors_total{operation="Feed",code="INTERNAL_SERVER_ERROR"}',
  ]
  const query =
    'mutation LikePost($input: LikePostInput!) { likePost(input: $input) { userErrors { code } } }'
  await ann.fetch('/graphql', {
    json: { query, variables: { input: { postId: 'post_01h455vb4pex5vsknk084sn02q' } } },
  })
  expect(await value(userErrors)).toBe(before + 1)

  const broken = await testServer()
  await broken.services.database.$executeRawUnsafe('ALTER TABLE "Post" RENAME TO "Lost"')
  const [faults, failures] = [await value(failed), await value('database_statement_failures_total')]
  await broken
    .browser()
    .fetch('/graphql', { json: { query: 'query Feed { feed(first: 1) { nodes { id } } }' } })
  expect(await value(failed)).toBe(faults + 1)
  expect(await value('database_statement_failures_total')).toBeGreaterThan(failures)
})

test('an error of the newest page is counted once, also by an operation that is compiled', async () => {
  const errors = 'graphql_errors_total{operation="Feed",code="BAD_INPUT"}'
  const ask = (first: number) =>
    ann.fetch('/graphql', {
      json: {
        query: 'query Feed($first: Int) { feed(first: $first) { nodes { id } } }',
        variables: { first },
      },
    })
  for (let count = 0; count < 3; count++) await ask(1)
  const before = await value(errors)
  await ask(101)
  expect(await value(errors)).toBe(before + 1)
})

test('a request rejected before execution is counted once, by the code in its response', async () => {
  const counted = (code: string) => value(`graphql_errors_total{operation="",code="${code}"}`)
  const codes = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_INPUT']
  const countAll = () => Promise.all(codes.map(counted))
  const before = await countAll()
  const requests: [string, Parameters<typeof ann.fetch>[1], string][] = [
    ['a syntax error', { json: { query: '{ feed' } }, 'GRAPHQL_PARSE_FAILED'],
    [
      'unknown fields',
      { json: { query: '{ unknown missing absent }' } },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a document that is too deep',
      {
        json: {
          query: `{ user(id: "x") { posts { nodes { author ${'{ posts { nodes { author '.repeat(5)}{ id }${' } } }'.repeat(5)} } } } }`,
        },
      },
      'BAD_INPUT',
    ],
    ['no document', { json: {} }, 'BAD_INPUT'],
    [
      'a query that costs too much',
      {
        json: {
          query: `{ ${'abcdefghijk'.replace(/./g, (a) => `${a}: feed(first: 100) { nodes { id author { posts(first: 100) { nodes { id } } } } } `)} }`,
        },
      },
      'BAD_INPUT',
    ],
    [
      'an invalid variable',
      {
        json: {
          query: 'query ($n: Int!) { feed(first: $n) { nodes { id } } }',
          variables: { n: 'x' },
        },
      },
      'BAD_INPUT',
    ],
  ]
  for (const [what, request, code] of requests) {
    const [previous, total] = [await counted(code), await countAll()]
    await ann.fetch('/graphql', request)
    expect([what, (await counted(code)) - previous]).toEqual([what, 1])
    expect([what, sum(await countAll()) - sum(total)]).toEqual([what, 1])
  }
  expect(sum(await countAll()) - sum(before)).toBe(requests.length)
})

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

test('/metrics reports connections, statements and batched statements', async () => {
  const { database } = server.services
  const [users, posts] = [userReads(database), postReads(database)]
  const [statements, runs, keys] = [
    await value('database_statement_duration_seconds_count'),
    await value('batch_runs_total{batch="user"}'),
    await value('batch_keys_total{batch="user"}'),
  ]
  await Promise.all(['ann', 'ben', 'cleo'].map((name) => users.byUsername(name, null)))
  expect(await value('database_statement_duration_seconds_count')).toBe(statements + 1)
  expect(await value('batch_runs_total{batch="user"}')).toBe(runs + 1)
  expect(await value('batch_keys_total{batch="user"}')).toBe(keys + 3)

  await database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1`
    expect(await value('database_pool_connections{state="used"}')).toBe(1)
  }, PATIENT)
  await expect.poll(() => value('database_pool_connections{state="used"}')).toBe(0)
  expect(await value('database_pool_connections{state="idle"}')).toBeGreaterThan(0)

  // All ten connections are busy, so the next statement has to wait.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const busy = Array.from({ length: 10 }, () =>
    database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`
      await released
    }, PATIENT),
  )
  await expect.poll(() => value('database_pool_connections{state="used"}')).toBe(10)
  const waiting = posts.byId('01890000-0000-7000-8000-000000000000', null)
  await expect.poll(() => value('database_pool_waiting')).toBe(1)
  release()
  await Promise.all([...busy, waiting])
})
