import { afterEach, expect, test, vi } from 'vitest'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import type { Settings } from '#api/settings/settings.ts'
import { createToken, program } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { execute, FEED, repeatedly } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { seeded } from '#demo/random.ts'
import { createLimits, quotaRules } from './rate-limits.ts'

afterEach(() => void vi.useRealTimers())

// A host that others can reach, so that the limits of new accounts apply.
const server = await testServer({ limits: createLimits(), settings: { host: '0.0.0.0' } })
const { aPost, aUser } = seeds(server.services)
const SCOPES = ['read', 'write:posts', 'write:likes', 'write:follows', 'write:profile'] as const

async function aProgram() {
  const owner = server.browser()
  const { id } = await owner.signUp()
  const { secret } = await createToken(owner, SCOPES)
  return { script: program(server, secret), id, uuid: uuidOf(id) }
}

const like = (script: TestBrowser, id: string) =>
  execute(
    script,
    'mutation ($id: ID!) { likePost(input: { postId: $id }) { userErrors { code } } }',
    { id },
  )

test('responses say which limits they consumed, on both paths and in REST', async () => {
  const { script, uuid } = await aProgram()
  const { publicId: id } = await aPost({ by: { id: uuid } })
  const remaining = (await repeatedly(() => like(script, id))).map(({ headers }) => {
    expect(headers.get('ratelimit-policy')).toBe('"like";q=60;w=60')
    return /^"like";r=(\d+);t=(?:60|59|58)$/.exec(headers.get('ratelimit') ?? '')?.[1]
  })
  expect(remaining).toEqual(['59', '58', '57', '56'])
  const { headers } = await script.fetch(`/api/posts/${id}/like`, { method: 'DELETE' })
  expect(headers.get('ratelimit')).toMatch(/^"like";r=55;t=\d+$/)
})

// An address signs up five times an hour.
const reader = await aProgram()

test('thanks that are refused give their point back', async () => {
  const { script, uuid } = reader
  const own = await aPost({ by: { id: uuid } })
  const other = await aPost({ by: await aUser() })
  const thanks =
    'mutation ($id: ID!) { sendThanks(input: { postId: $id, text: "Nice" }) { userErrors { code } } }'
  const remaining: (string | undefined)[] = []
  for (const { publicId: id } of [own, other, own]) {
    const { headers } = await execute(script, thanks, { id })
    remaining.push(/^"thanks";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  expect(remaining).toEqual(['20', '19', '19'])
})

test('a response that consumes no limit names them all', async () => {
  const { script } = reader
  const all = [
    ...(await repeatedly(() => execute(script, FEED))).map(({ headers }) => headers),
    (await script.fetch('/api/posts')).headers,
  ]
  for (const headers of all) {
    expect(headers.get('ratelimit-policy')).toMatch(/^"post";q=10;w=60, "like";q=60;w=60, /)
    expect(headers.get('ratelimit-policy')).not.toContain('signIn')
    expect(headers.get('ratelimit')).toBeNull()
  }
})

test('every kind of response names the limits', async () => {
  const { script } = reader
  const graphql = (query: string, headers: Record<string, string> = {}) =>
    script.fetch('/graphql', { json: { query }, headers })
  const { headers: first } = await script.fetch('/api/posts')
  const unchanged = { 'if-none-match': first.get('etag') ?? '', 'cache-control': 'max-age=0' }
  const invalid = { authorization: 'Bearer gv_nonsense' }
  const elsewhere = { 'sec-fetch-site': 'cross-site', authorization: '' }
  const responses: [status: number, response: Response][] = [
    [200, await script.fetch('/api/openapi.json')],
    [200, await script.fetch('/api/posts', { method: 'HEAD' })],
    [304, await script.fetch('/api/posts', { headers: unchanged })],
    [400, await script.fetch('/api/posts?limit=0')],
    [401, await script.fetch('/api/posts', { headers: invalid })],
    [403, await script.fetch('/api/posts', { json: {}, headers: elsewhere })],
    [404, await script.fetch('/api/nothing')],
    [405, await script.fetch('/api/posts', { method: 'PUT' })],
    [200, await script.fetch('/graphql?query={viewer{id}}')],
    [200, await graphql('{')],
    [401, await graphql('{ viewer { id } }', invalid)],
  ]
  for (const [status, response] of responses)
    expect([response.status, response.headers.get('ratelimit-policy')]).toEqual([
      status,
      expect.stringMatching(/^"post";q=10;w=60, "like";q=60;w=60, /),
    ])
})

test('limits of the demo user and of new accounts are named where they apply', async () => {
  const namedBy = async (settings: Partial<Settings>) => {
    const browser = (await testServer({ limits: createLimits(), settings })).browser()
    const answers = [
      ...(await repeatedly(() => execute(browser, FEED))),
      await browser.fetch('/api'),
    ]
    const policies = answers.map(({ headers }) => headers.get('ratelimit-policy') ?? '')
    expect(new Set(policies).size).toBe(1)
    return policies[0]?.match(/(?<=")(?:demoWrite|newAccount)\w*/g)
  }
  const ofDemo = ['demoWriteFromAddress', 'demoWrite']
  const ofNewAccounts = ['newAccountPost', 'newAccountReply', 'newAccountFollow']
  expect(await namedBy({ host: 'localhost', demoUser: true })).toEqual(ofDemo)
  expect(await namedBy({ host: '0.0.0.0', demoUser: false })).toEqual(ofNewAccounts)
})

test('an upload says how many bytes of the day are left', async () => {
  const uploads = await testServer({ limits: createLimits() })
  const ann = uploads.browser()
  const { id } = await ann.signUp()
  const { points } = quotaRules.uploadBytes
  const picture = await photo({ hue: 20 }).png().toBuffer()
  const { headers } = await ann.upload(picture)
  expect(headers.get('ratelimit-policy')).toBe(
    `"upload";q=20;w=3600, "uploadBytes";q=${points};w=86400;qu="content-bytes"`,
  )
  expect(headers.get('ratelimit')).toMatch(`"uploadBytes";r=${points - picture.length};t=86400`)
  const bytes = points - picture.length - 10
  await seeds(uploads.services).anUpload({
    by: { id: uuidOf(id) },
    hash: 'd'.repeat(64),
    bytes,
  })
  const refused = await ann.upload(await photo({ hue: 200 }).png().toBuffer())
  expect(refused.status).toBe(429)
  const retryAfter = refused.headers.get('retry-after')
  expect(refused.headers.get('ratelimit')).toBe(`"uploadBytes";r=10;t=${retryAfter}`)
})

test('X-Cost: 1 adds the cost of an operation', async () => {
  const { script } = await aProgram()
  const query = '{ feed(first: 10) { nodes { id likesCount } } }'
  // By then it is compiled and cached.
  await repeatedly(() => execute(script, query))
  const { body } = await execute(script, query, {}, { 'x-cost': '1' })
  expect(body).toHaveProperty('extensions.cost', { requested: expect.any(Number), limit: 5_000 })
  for (const headers of [{}, { 'x-cost': '0' }])
    expect(
      (await execute(script, query, {}, headers as Record<string, string>)).body,
    ).not.toHaveProperty('extensions')
})

/** Reads `"post";r=9;t=60, "newAccountPost";r=2;t=3600`. */
function parse(header: string | null) {
  return [...(header ?? '').matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(([, , remaining, reset]) => ({
    remaining: Number(remaining),
    resetMs: Number(reset) * 1000,
  }))
}

test('a client alone on its account that obeys the headers is never answered 429', async () => {
  const { script } = await aProgram()
  const [author, other] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  const json = (path: string, method: string, body: object = {}) =>
    script.fetch(path, { method, json: body })
  const calls = [
    () => json(`/api/posts/${post.publicId}/like`, 'POST'),
    () => json(`/api/posts/${post.publicId}/like`, 'DELETE'),
    () => json(`/api/posts/${post.publicId}/share`, 'PUT'),
    () => json(`/api/users/${other.publicId}/follow`, 'PUT'),
    () => json('/api/posts', 'POST', { content: 'A good thing' }),
    () => script.fetch('/api/search?q=good'),
    () =>
      script.fetch('/graphql', {
        json: {
          query: `mutation { likePost(input: { postId: "${post.publicId}" }) { userErrors { code } } }`,
        },
      }),
  ]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { pick } = seeded(1)
  let waits = 0
  for (let count = 0; count < 600; count++) {
    const response = await pick(calls)()
    const text = await response.text()
    expect([response.status, text.includes('RATE_LIMITED')], text).not.toEqual([429, true])
    expect(text).not.toContain('RATE_LIMITED')
    const exhausted = parse(response.headers.get('ratelimit')).filter(
      ({ remaining }) => remaining === 0,
    )
    if (exhausted.length === 0) continue
    waits++
    vi.setSystemTime(Date.now() + Math.max(...exhausted.map(({ resetMs }) => resetMs)))
  }
  expect(waits).toBeGreaterThan(10)
})

test('a client that ignores them is answered 429, with the time to wait', async () => {
  const { script, uuid } = await aProgram()
  const { publicId: id } = await aPost({ by: { id: uuid } })
  const path = `/api/posts/${id}/like`
  for (let count = 0; count < 60; count++) await script.fetch(path, { method: 'POST' })
  const { status, headers } = await script.fetch(path, { method: 'POST' })
  expect(status).toBe(429)
  expect(headers.get('ratelimit')).toBe(`"like";r=0;t=${headers.get('retry-after')}`)
  const refused = await like(script, id)
  const [state] = parse(refused.headers.get('ratelimit'))
  expect(state?.remaining).toBe(0)
  expect(refused.body).toMatchObject({
    data: { likePost: { userErrors: [{ code: 'RATE_LIMITED' }] } },
    extensions: { retryAfter: Number(state?.resetMs) / 1000 },
  })
})

test('a 429 says what is left of the limit that refused it alone, and nothing of a hidden one', async () => {
  const limited = await testServer({ limits: createLimits() })
  const visitor = limited.browser()
  const signIn = () =>
    visitor.fetch('/api/auth/passkey/verify-authentication', {
      json: { response: { id: 'none', rawId: 'none', response: {} } },
    })
  expect((await signIn()).headers.get('ratelimit')).toMatch(/^"accountChange";r=59;t=\d+$/)
  for (let count = 2; count <= 10; count++) await signIn()
  const hidden = await signIn()
  expect(hidden.status).toBe(429)
  expect(hidden.headers.get('ratelimit')).toBeNull()
  expect(hidden.headers.get('ratelimit-policy')).toMatch(/^"post";q=10;w=60, /)

  const { aPost, theDemoUser } = seeds(limited.services)
  const { publicId: id } = await aPost({ by: await theDemoUser() })
  const like = () => visitor.fetch(`/api/posts/${id}/like`, { json: { userId: 'demo-user' } })
  // As from other addresses.
  for (let count = 1; count <= 60; count++)
    await limited.services.limits.consume('demoWrite', DEMO_USER_UUID)
  const { status, headers } = await like()
  expect(status).toBe(429)
  expect(headers.get('ratelimit-policy')).toBe('"demoWrite";q=60;w=60')
  expect(headers.get('ratelimit')).toBe(`"demoWrite";r=0;t=${headers.get('retry-after')}`)
})
