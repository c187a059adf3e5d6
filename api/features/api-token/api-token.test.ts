import { expect, test } from 'vitest'
import { resetPassword, setDisabled } from '#api/features/auth/creation/account.write.ts'
import { createLink } from '#api/features/auth/mail/mail-link.write.ts'
import { resetPasswordByLink } from '#api/features/auth/password/password.write.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { CREATE_TOKEN, createProgram, createToken, program } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { newSecret } from './secret.ts'

const { database } = await testDatabase()
const server = await testServer({ database })
const otherServer = await testServer({ database })
const { aPost } = seeds(server.services)

const VIEWER = '{ viewer { id username } }'
const FLAGS =
  'query ($id: ID!) { node(id: $id) { ... on Post { isLiked } } feed(first: 1) { nodes { isLiked } } }'
const LIKE =
  'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount } userErrors { code reason message } } }'
const TOKENS = '{ viewer { apiTokens { id name scopes createdAt expiresAt lastUsedAt } } }'
const REVOKE =
  'mutation ($id: ID!) { revokeApiToken(input: { apiTokenId: $id }) { apiToken { id } userErrors { code reason } } }'

async function member() {
  const browser = server.browser()
  const account = await browser.signUp()
  return { browser, ...account, uuid: uuidOf(account.id) }
}

const tokenOf = (...args: Parameters<typeof createToken>) => createProgram(server, ...args)

const status = async (script: TestBrowser, path = '/api/posts') => (await script.fetch(path)).status

test('a token acts as its account in GraphQL and REST, and is shown once', async () => {
  const ann = await member()
  const post = await aPost({ by: { id: ann.uuid } })
  const { id, secret, script } = await tokenOf(ann.browser, ['read', 'write:likes'])
  expect(secret).toMatch(/^gv_\w{36}$/)
  expect((await execute(script, VIEWER)).body.data).toEqual({
    viewer: { id: ann.id, username: ann.username },
  })
  expect((await execute(script, LIKE, { id: post.publicId })).body.data).toEqual({
    likePost: { post: { likesCount: 1 }, userErrors: [] },
  })
  // The third time from the response cache.
  for (let time = 1; time <= 3; time++)
    expect((await execute(script, FLAGS, { id: post.publicId })).body.data).toEqual({
      node: { isLiked: true },
      feed: { nodes: [{ isLiked: true }] },
    })
  const unliked = await script.fetch(`/api/posts/${post.publicId}/like`, { method: 'DELETE' })
  expect([unliked.status, await unliked.json()]).toMatchObject([200, { isLiked: false }])

  const listed = JSON.stringify((await execute(ann.browser, TOKENS)).body.data)
  expect(JSON.parse(listed)).toEqual({
    viewer: {
      apiTokens: [
        {
          id,
          name: 'A script',
          scopes: ['read', 'write:likes'],
          createdAt: expect.any(String),
          expiresAt: null,
          lastUsedAt: expect.any(String),
        },
      ],
    },
  })
  expect(listed).not.toContain(secret)
  expect(JSON.stringify(await database.apiToken.findMany())).not.toContain(secret)
})

test('a wrong, expired or revoked token is a clear 401, and a cookie beside it is ignored', async () => {
  const ann = await member()
  const { id, secret } = await tokenOf(ann.browser, ['read'])
  const soon = new Date(Date.now() + 60_000).toISOString()
  const expired = await tokenOf(ann.browser, ['read'], soon)
  const key = uuidOf(expired.id)
  await database.apiToken.update({ where: { id: key }, data: { expiresAt: new Date(0) } })
  await execute(ann.browser, REVOKE, { id })
  for (const wrong of [secret, expired.secret, newSecret(), 'gv_nonsense', '']) {
    const headers = { authorization: `Bearer ${wrong}` }
    const rest = await ann.browser.fetch('/api/auth/user', { headers })
    expect(await expectProblem(rest, 401)).toMatchObject({ code: 'TOKEN_INVALID' })
    expect(rest.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    const { status, body } = await execute(ann.browser, VIEWER, {}, headers)
    expect([status, body.errors]).toEqual([
      401,
      [
        expect.objectContaining({
          extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' },
        }),
      ],
    ])
  }
  const ben = await tokenOf((await member()).browser, [])
  const beside = { authorization: `Bearer ${ben.secret}` }
  const { body } = await execute(
    ann.browser,
    '{ feed(first: 1) { nodes { isLiked } } viewer { id } }',
    {},
    beside,
  )
  expect(body.data).toEqual({ feed: { nodes: expect.anything() }, viewer: null })
  // Other schemes belong to proxies.
  const basic = await execute(ann.browser, VIEWER, {}, { authorization: 'Basic YTpi' })
  expect(basic.body.data).toMatchObject({ viewer: { id: ann.id } })
})

test('the CSRF rule does not apply to tokens', async () => {
  const ann = await member()
  const { script } = await tokenOf(ann.browser, ['write:posts'])
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const json = { content: 'From a script' }
  expect((await script.fetch('/api/posts', { json, headers })).status).toBe(201)
  expect((await script.fetch('/api/posts', { headers })).status).toBe(200)
})

const ends: Record<
  string,
  (ann: Awaited<ReturnType<typeof member>>, id: string) => Promise<unknown>
> = {
  'a revocation': ({ browser }, id) => execute(browser, REVOKE, { id }),
  'a new password': ({ browser, password }) =>
    browser.fetch('/api/auth/change-password', {
      json: { currentPassword: password, newPassword: 'a new sunny day 1' },
    }),
  'a new password by a mailed link': async ({ uuid, email }) => {
    const path = await createLink(server.services, 'RESET_PASSWORD', { id: uuid, email })
    await resetPasswordByLink(server.services, path.replace(/^.*=/, ''), 'a new sunny day 1')
  },
  'a new password by the operator': ({ uuid }) =>
    resetPassword(server.services, uuid, 'a new sunny day 1'),
  'disabling the account': ({ uuid }) => setDisabled(server.services, uuid, true),
  'deleting the account': ({ browser, password }) =>
    browser.fetch('/api/auth/delete-account', { json: { password } }),
  'deleting the row': ({ uuid }) => database.apiToken.deleteMany({ where: { userId: uuid } }),
}

test.each(Object.entries(ends))(
  '%s ends a token and its streams on every server',
  async (_end, end) => {
    const ann = await member()
    const { id, secret } = await createToken(ann.browser, ['read'])
    const [here, there] = [program(server, secret), program(otherServer, secret)]
    const query = 'subscription { feedUpdated { newestId } }'
    const streams = [await subscribe(here, { query }), await subscribe(there, { query })]
    for (const stream of streams) await stream.next()
    expect([await status(here), await status(there)]).toEqual([200, 200])
    await end(ann, id)
    expect([await status(here), await status(there)]).toEqual([401, 401])
    for (const stream of streams) expect(await stream.ended).toBe('complete')
  },
)

test('a suspended account’s token still reads', async () => {
  const ann = await member()
  const post = await aPost({ by: { id: ann.uuid } })
  const { script } = await tokenOf(ann.browser, ['read', 'write:likes'])
  await database.user.update({ where: { id: ann.uuid }, data: { suspendedAt: new Date() } })
  expect((await execute(script, VIEWER)).body.data).toMatchObject({ viewer: { id: ann.id } })
  expect((await execute(script, LIKE, { id: post.publicId })).body.data).toMatchObject({
    likePost: { userErrors: [{ code: 'FORBIDDEN', reason: 'SUSPENDED' }] },
  })
})

test('tokens reach neither tokens nor account settings', async () => {
  const ann = await member()
  const scopes = ['read', 'read:private', 'write:profile', 'write:notifications'] as const
  const { id, script } = await tokenOf(ann.browser, scopes)
  const input = { name: 'Another', scopes: [] }
  for (const [query, variables] of [
    [CREATE_TOKEN, { input }],
    [REVOKE, { id }],
  ] as const)
    expect(JSON.stringify((await execute(script, query, variables)).body)).toContain(
      '"code":"FORBIDDEN","reason":"TOKEN_NOT_ALLOWED"',
    )
  expect((await execute(script, TOKENS)).body.data).toEqual({ viewer: { apiTokens: null } })
  for (const path of ['/api/auth/sessions', '/api/auth/export', '/api/logout']) {
    const method = path === '/api/logout' ? 'POST' : 'GET'
    expect(await expectProblem(await script.fetch(path, { method }), 403)).toMatchObject({
      code: 'TOKEN_NOT_ALLOWED',
    })
  }
})

test('the last use is written once a minute at most', async () => {
  const ann = await member()
  const { id, script } = await tokenOf(ann.browser, [])
  const where = { id: uuidOf(id) }
  const lastUse = async () => (await database.apiToken.findUniqueOrThrow({ where })).lastUsedAt
  expect(await lastUse()).toBeNull()
  await status(script)
  await expect.poll(lastUse).not.toBeNull()
  const recent = new Date()
  await database.apiToken.update({ where, data: { lastUsedAt: recent } })
  await status(script)
  expect(await lastUse()).toEqual(recent)
  const old = new Date(Date.now() - 61_000)
  await database.apiToken.update({ where, data: { lastUsedAt: old } })
  await status(script)
  await expect.poll(lastUse).not.toEqual(old)
})

test('invalid input is rejected with every problem', async () => {
  const { browser } = await member()
  const input = { name: 'x', scopes: ['read', 'all'], expiresAt: '2001-01-01T00:00:00Z' }
  const { body } = await execute(browser, CREATE_TOKEN, { input })
  expect(body.data).toMatchObject({
    createApiToken: {
      secret: null,
      userErrors: [
        { code: 'BAD_INPUT', reason: 'TOKEN_SCOPES_INVALID', field: 'scopes' },
        { code: 'BAD_INPUT', reason: 'TOKEN_EXPIRY_PAST', field: 'expiresAt' },
      ],
    },
  })
})

test('an account has at most 20 tokens, until it revokes one', async () => {
  const { browser } = await member()
  const create = async () => {
    const input = { name: 'x', scopes: [] }
    const { body } = await execute(browser, CREATE_TOKEN, { input })
    return (
      body.data as { createApiToken: { apiToken: { id: string } | null; userErrors: object[] } }
    ).createApiToken
  }
  const tokens = []
  for (let count = 0; count < 20; count++) tokens.push(await create())
  expect(tokens.flatMap(({ userErrors }) => userErrors)).toEqual([])
  expect((await create()).userErrors).toMatchObject([{ code: 'CONFLICT' }])
  await execute(browser, REVOKE, { id: tokens[0]?.apiToken?.id })
  expect((await create()).userErrors).toEqual([])
})
