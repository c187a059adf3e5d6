import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createProgram, type createToken } from '#api/test/people/api-tokens.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database } = server.services
const { aPost } = seeds(server.services)

const VIEWER = '{ viewer { id username } }'
const FLAGS =
  'query ($id: ID!) { node(id: $id) { ... on Post { isLiked } } feed(first: 1) { nodes { isLiked } } }'
const LIKE =
  'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount } userErrors { code reason message } } }'

async function member() {
  const browser = server.browser()
  const account = await browser.signUp()
  return { browser, ...account, uuid: uuidOf(account.id) }
}

const tokenOf = (...args: Parameters<typeof createToken>) => createProgram(server, ...args)

test('without a scope, a token reads what anonymous callers read', async () => {
  const ann = await member()
  const post = await aPost({ by: { id: ann.uuid } })
  await execute(ann.browser, LIKE, { id: post.publicId })
  const { script } = await tokenOf(ann.browser, [])
  for (let time = 1; time <= 3; time++)
    expect((await execute(script, FLAGS, { id: post.publicId })).body.data).toEqual({
      node: { isLiked: false },
      feed: { nodes: [{ isLiked: false }] },
    })
  const own = await script.fetch(`/api/users/${ann.id}`)
  expect(Object.keys((await own.json()) as object)).not.toContain('email')
  expect((await execute(script, VIEWER)).body).toEqual({ data: { viewer: null } })
  const { body } = await execute(script, '{ feed(scope: FOLLOWING) { nodes { id } } }')
  expect(body.errors).toEqual([
    expect.objectContaining({
      message: expect.stringContaining('the scope read.'),
      extensions: expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'SCOPE_MISSING' }),
    }),
  ])
})

test('without read:private, a token reads no private data of its account', async () => {
  const ann = await member()
  const { script } = await tokenOf(ann.browser, ['read'])
  const own =
    '{ viewer { username email mutedUsers { nodes { id } } notifications { nodes { id } } } }'
  expect((await execute(script, own)).body).toEqual({
    data: {
      viewer: { username: ann.username, email: null, mutedUsers: null, notifications: null },
    },
  })
  for (const path of ['/api/auth/user', '/api/notifications', '/api/mutes'])
    expect(await expectProblem(await script.fetch(path), 401)).toMatchObject({
      code: 'SCOPE_MISSING',
      detail: expect.stringContaining('the scope read:private.'),
    })
  const { script: other } = await tokenOf(ann.browser, ['read:private'])
  const me = await other.fetch('/api/auth/user')
  expect(await me.json()).toMatchObject({ id: ann.id, email: ann.email })
})

test('a change without its scope is FORBIDDEN, and names it', async () => {
  const ann = await member()
  const post = await aPost({ by: { id: ann.uuid } })
  const { script } = await tokenOf(ann.browser, ['read', 'write:posts'])
  expect((await execute(script, LIKE, { id: post.publicId })).body.data).toEqual({
    likePost: {
      post: null,
      userErrors: [
        {
          code: 'FORBIDDEN',
          reason: 'SCOPE_MISSING',
          message: expect.stringContaining('the scope write:likes.'),
        },
      ],
    },
  })
  const rest = await script.fetch(`/api/posts/${post.publicId}/like`, { method: 'POST' })
  expect(await expectProblem(rest, 403)).toMatchObject({
    code: 'SCOPE_MISSING',
    detail: expect.stringContaining('write:likes'),
  })
  const { script: reader } = await tokenOf(ann.browser, ['read'])
  expect(
    await expectProblem(await reader.upload(await photo().png().toBuffer()), 403),
  ).toMatchObject({
    detail: expect.stringContaining('write:posts'),
  })
  expect((await script.upload(await photo().png().toBuffer())).status).toBe(201)
})

test('a token without the scope moderate has no powers of a moderator', async () => {
  const [mia, ann] = [await member(), await member()]
  const where = { id: mia.uuid }
  await database.user.update({ where, data: { role: 'MODERATOR' } })
  const post = await aPost({ by: { id: ann.uuid } })
  const close = /* GraphQL */ `mutation ($id: ID!) {
    setRepliesClosed(input: { postId: $id, closed: true }) { userErrors { code } } }`
  const errors = async (...scopes: Parameters<typeof createToken>[1]) => {
    const { script } = await tokenOf(mia.browser, scopes)
    const { body } = await execute(script, close, { id: post.publicId })
    return (body.data.setRepliesClosed as { userErrors: object[] }).userErrors
  }
  expect(await errors('write:posts')).toEqual([{ code: 'FORBIDDEN' }])
  expect(await errors('write:posts', 'moderate')).toEqual([])
})
