import { expect, test, vi } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { png } from '#api/test/pictures/pictures.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testServer } from '#api/test/servers/server.ts'
import { routes } from './routes.ts'

const server = await testServer()
const { services } = server
const { aUser, aPost, theDemoUser } = seeds(services)
await theDemoUser()
const bob = await aUser({ username: 'bob_b' })
const post = await aPost({ by: bob, content: 'Hello 100% of you_all' })
const anonymous = server.browser()
const ann = server.browser()
const { id: annId } = await ann.signUp()

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/posts/x/y',
  '/api/posts.json',
  '/api/v1/posts',
  '/api/users',
  '/api/auth/nothing',
  '/api/%00',
])('%s is 404', async (path) => {
  await expectProblem(await anonymous.fetch(path), 404)
  await expectProblem(await ann.fetch(path, { json: {} }), 404)
})

test.each([
  ['DELETE', '/api/posts', 'GET, HEAD, POST'],
  ['PATCH', `/api/posts/${post.publicId}`, 'GET, HEAD, DELETE'],
  ['GET', `/api/posts/${post.publicId}/like`, 'POST, DELETE'],
  ['POST', `/api/users/${bob.publicId}`, 'GET, HEAD, PATCH'],
  ['POST', '/api/search', 'GET, HEAD'],
  ['POST', '/api/docs', 'GET, HEAD'],
  ['DELETE', '/api/openapi.json', 'GET, HEAD'],
  ['GET', '/api/media', 'POST'],
  ['POST', '/api/auth/user', 'GET, HEAD'],
])('%s %s is 405 with the allowed methods', async (method, path, allow) => {
  const response = await ann.fetch(path, { method })
  expect(response.headers.get('allow')).toBe(allow)
  await expectProblem(response, 405)
})

test.each([
  '/api/posts',
  `/api/posts/${post.publicId}`,
  '/api/users/bob_b',
  '/api/search?q=hello',
  '/api/auth/user',
])('HEAD %s has the headers of GET without a body', async (path) => {
  const [get, head] = [await ann.fetch(path), await ann.fetch(path, { method: 'HEAD' })]
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
})

const writes = routes
  .filter(({ method, path }) => method !== 'get' && path !== '/media')
  .map(
    ({ method, path }) =>
      [
        method.toUpperCase(),
        `/api${path}`.replace('{id}', path.startsWith('/posts') ? post.publicId : annId),
      ] as const,
  )

test.each(writes)('%s %s accepts valid JSON only', async (method, path) => {
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{', '{"content": "a"', 'nonsense', '"text"', '5', '\u0000']) {
    const problem = await expectProblem(await ann.fetch(path, { method, body, headers }), 400)
    expect(problem.detail).not.toMatch(/token|position|SyntaxError/i)
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/xml',
  ]) {
    await expectProblem(
      await ann.fetch(path, { method, body: 'content=Hello', headers: { 'content-type': type } }),
      415,
    )
  }
  await expectProblem(
    await ann.fetch(path, { method, json: {}, headers: { origin: 'https://evil.example' } }),
    403,
  )
})

test.each(writes)('%s %s refuses a body that names another account', async (method, path) => {
  for (const names of [
    { userId: bob.publicId },
    { authorId: bob.publicId },
    { userId: annId, authorId: 'demo-user' },
  ])
    expect(await expectProblem(await ann.fetch(path, { method, json: names }), 403)).toMatchObject({
      code: 'NOT_YOURSELF',
    })
})

test('an upload refuses a form that names another account', async () => {
  const form = new FormData()
  form.set('userId', bob.publicId)
  form.set('file', new Blob([Uint8Array.from(png())]), 'picture')
  const response = await ann.fetch('/api/media', { method: 'POST', body: form })
  expect(await expectProblem(response, 403)).toMatchObject({ code: 'NOT_YOURSELF' })
})

test.each(['POST /api/posts', `PATCH /api/users/${annId}`])('%s needs an object', async (call) => {
  const [method = '', path = ''] = call.split(' ')
  for (const json of [[], null, 'x', 5, true])
    expect(await expectProblem(await ann.fetch(path, { method, json }), 400)).toMatchObject({
      code: 'INPUT_INVALID',
      detail: 'The body must be a JSON object.',
    })
  expect((await expectProblem(await ann.fetch(path, { method }), 400)).detail).toBe(
    'The body must be a JSON object.',
  )
})

test('a like needs an object, if it has a body', async () => {
  for (const json of [null, 'x', 5, true]) {
    const response = await ann.fetch(`/api/posts/${post.publicId}/like`, { json })
    expect((await expectProblem(response, 400)).detail).toBe('The body must be a JSON object.')
  }
})

test('a script without an origin can write JSON', async () => {
  const cookie = ann.cookieHeader()
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ content: 'From a script' }),
  })
  await expectJson(response, 201)
})

test('attack 62: caller-dependent responses are not cacheable, and ignore forwarded hosts', async () => {
  for (const path of [
    '/api/posts',
    `/api/posts/${post.publicId}`,
    '/api/users/bob_b',
    '/api/search?q=hello',
    '/api/auth/user',
    '/api/nothing',
  ]) {
    for (const caller of [ann, anonymous]) {
      const { headers } = await caller.fetch(path, {
        headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
      })
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('vary')?.toLowerCase().split(/, */)).toEqual(
        expect.arrayContaining(['cookie', 'authorization', 'x-demo-user']),
      )
    }
  }
  const { headers } = await anonymous.fetch('/api/posts?limit=1', {
    headers: { 'X-Forwarded-Host': 'evil.example' },
  })
  await aPost({ by: bob })
  expect(headers.get('link') ?? '').not.toContain('evil')
})

test('attack 30: a forged address does not give a caller another rate limit', async () => {
  applyLimits(services)
  const search = (n: number) =>
    anonymous.fetch('/api/search?q=hello', {
      headers: { 'X-Forwarded-For': `198.51.100.${n}`, Forwarded: `for=198.51.100.${n}` },
    })
  for (let n = 0; n < 60; n++) expect((await search(n)).status).toBe(200)
  await expectProblem(await search(61), 429)
})

test('attack 31: all spellings of a path share a rate limit with GraphQL', async () => {
  applyLimits(services)
  const like = `mutation { likePost(input: { postId: "${post.publicId}" }) { userErrors { code } } }`
  const paths = [
    `/api/posts/${post.publicId}/like`,
    `/api/posts/${post.publicId}/like/`,
    `/API/Posts/${post.publicId}/LIKE?x=1`,
  ]
  for (let n = 0; n < 60; n++) {
    const path = paths[n % 4]
    expect(
      (await ann.fetch(path ?? '/graphql', { json: path ? {} : { query: like } })).status,
    ).toBe(200)
  }
  for (const path of paths) {
    const response = await ann.fetch(path, { json: {} })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await expectProblem(response, 429)).detail).toMatch(
      /^That was a lot at once\. Please try again in \d+ seconds?\.$/,
    )
  }
  const { data } = (await expectJson(await ann.fetch('/graphql', { json: { query: like } }))) as {
    data: { likePost: object }
  }
  expect(data.likePost).toEqual({ userErrors: [{ code: 'RATE_LIMITED' }] })
})

test('an account can post 10 times a minute, independent of others', async () => {
  applyLimits(services)
  const share = (caller = ann) => caller.fetch('/api/posts', { json: { content: 'Hello' } })
  for (let n = 0; n < 10; n++) expect((await share()).status).toBe(201)
  const rejected = await share()
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectProblem(rejected, 429)
  const other = server.browser()
  await other.signUp()
  expect((await share(other)).status).toBe(201)
})

test('the demo user can write 10 times a minute from one address, over all routes', async () => {
  applyLimits(services)
  const writes = [
    () => anonymous.fetch('/api/posts', { json: { authorId: 'demo-user', content: 'Hello' } }),
    () => anonymous.fetch(`/api/posts/${post.publicId}/like`, { json: { userId: 'demo-user' } }),
    () => anonymous.fetch('/api/users/demo-user', { json: { bio: 'Hello' }, method: 'PATCH' }),
  ]
  for (let n = 0; n < 10; n++) expect((await writes[n % 3]?.())?.ok).toBe(true)
  for (const write of writes) await expectProblem(await write(), 429)
})

test.each([
  '%'.repeat(4),
  '%'.repeat(100),
  '_'.repeat(50),
  "' OR '1'='1",
  'a & b | !c:*',
  '(((((((((((((',
  '\\',
  '[a-z]{1,99999}',
  `${'x '.repeat(49)}x`,
  '👨‍👩‍👧‍👦'.repeat(90),
])('attack 52: a search for %j is literal', async (query) => {
  expect(
    await expectJson(await anonymous.fetch(`/api/search?q=${encodeURIComponent(query)}`)),
  ).toEqual([])
})

test('attack 52: a search of 1,000 words is too long, and signs match literally', async () => {
  await expectProblem(await anonymous.fetch('/api/search?q=%00'), 400)
  const problem = await expectProblem(
    await anonymous.fetch(`/api/search?q=${'word '.repeat(1_000)}`),
    400,
  )
  expect(problem.errors).toEqual([
    {
      field: 'q',
      code: 'QUERY_TOO_LONG',
      message: 'A search must be 100 characters or less.',
    },
  ])
  for (const query of ['100%', 'you_all']) {
    expect(
      await expectJson(await anonymous.fetch(`/api/search?q=${encodeURIComponent(query)}`)),
    ).toMatchObject([{ id: post.publicId }])
  }
})

test('attack 19: an internal error only shows the request id', async () => {
  const list = vi.spyOn(services.reads.posts, 'list').mockImplementation(() => {
    throw new Error('SELECT secret FROM "Post" at /srv/good-vibes/api/x.ts:1:1')
  })
  try {
    const problem = await expectProblem(await anonymous.fetch('/api/posts'), 500)
    expect(problem).toMatchObject({ title: 'Internal Server Error', requestId: expect.any(String) })
    expect(problem.detail).toBe(
      `Something went wrong. If it keeps happening, tell us this number: ${problem.requestId}`,
    )
    const lines = server.logLines.filter((line) => line.includes('SELECT secret'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(String(lines[0]))).toMatchObject({ requestId: problem.requestId })
  } finally {
    list.mockRestore()
  }
})
