import { expect, test } from 'vitest'
import { limitDeletes } from '#api/test/database/failing-deletes.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { deleteExpiredIdempotencyKeys } from './idempotency-key.ts'

const { as, aUser, aPost, services, logLines } = await testApi()

const CREATE = /* GraphQL */ `
  mutation CreatePost($input: CreatePostInput!) {
    createPost(input: $input) {
      post {
        id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked
        image { url smallUrl width height placeholder alt }
        author { id }
      }
      userErrors { code field message }
    }
  }
`

const DELETE =
  'mutation ($postId: ID!) { deletePost(input: { postId: $postId }) { deletedPostId } }'

const ada = await aUser()
const create = async (input: Record<string, unknown>, caller = as(ada)) =>
  (await caller.data(CREATE, { input })).createPost
const count = () => services.database.post.count()

test('attack 54: a repeated key returns the first post, and conflicts for another', async () => {
  const input = { content: 'only once', clientKey: 'key-1' }
  const before = await count()
  const results = await Promise.all(Array.from({ length: 8 }, () => create(input)))
  expect(new Set(results.map(({ post }) => post.id)).size).toBe(1)
  expect(await count()).toBe(before + 1)
  expect((await create({ ...input, content: ' only once ' })).post.id).toBe(results[0].post.id)
  expect((await create({ ...input, content: 'another' })).userErrors).toEqual([
    {
      code: 'CONFLICT',
      field: 'clientKey',
      message: 'That key was already used for another post. Use a new key for a new post.',
    },
  ])
  expect((await create(input, as(await aUser()))).post.id).not.toBe(results[0].post.id)
})

test('attack 54: every field makes another post', async () => {
  const { publicId: inReplyToId } = await aPost({ by: ada })
  const imageUrl = 'https://example.org/a.png'
  const inputs = [
    { content: 'a' },
    { content: 'b' },
    { content: 'a', imageUrl },
    { content: 'a', imageUrl, imageAlt: 'A cat' },
    { content: 'a', videoUrl: 'https://example.org/a.mp4' },
    { content: 'a', inReplyToId },
  ]
  for (const [index, first] of inputs.entries()) {
    const clientKey = `fields-${index}`
    expect((await create({ ...first, clientKey })).userErrors).toEqual([])
    for (const other of inputs) {
      const [error] = (await create({ ...other, clientKey })).userErrors
      expect(error?.code).toBe(other === first ? undefined : 'CONFLICT')
    }
  }
})

test('attack 54: the key of a deleted post replays the first response', async () => {
  const input = {
    content: 'deleted meanwhile',
    imageUrl: 'https://example.org/a.png',
    imageAlt: 'A',
    clientKey: 'gone',
  }
  const { post } = await create(input)
  await as(ada).data(DELETE, { postId: post.id })
  const before = await count()
  expect(await create(input)).toEqual({ post, userErrors: [] })
  expect(await count()).toBe(before)
  expect((await create({ ...input, content: 'another' })).userErrors).toMatchObject([
    { code: 'CONFLICT' },
  ])
})

test('the key of a hidden post is NOT_FOUND', async () => {
  const input = { content: 'hidden meanwhile', clientKey: 'hidden' }
  const { post } = await create(input)
  await services.database.post.updateMany({
    where: { content: input.content },
    data: { hiddenAt: new Date() },
  })
  expect((await create(input)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  expect(await services.database.post.count({ where: { content: input.content } })).toBe(1)
  expect(post).not.toBeNull()
})

test('the cleanup deletes keys after a day', async () => {
  await create({ content: 'kept for a day', clientKey: 'kept for a day' })
  const storedKeys = () => services.database.postKey.count({ where: { key: 'kept for a day' } })
  await deleteExpiredIdempotencyKeys(services)
  expect(await storedKeys()).toBe(1)
  await deleteExpiredIdempotencyKeys(services, Date.now() + 24 * 60 * 60 * 1000)
  expect(await storedKeys()).toBe(0)
})

test('the cleanup deletes very many keys in batches', async () => {
  const { database } = services
  await database.$executeRaw`
    INSERT INTO "PostKey" ("authorId", "key", "hash", "postId", "createdAt")
    SELECT ${ada.id}::uuid, n::text, '', new_id(), now() - interval '2 days'
    FROM generate_series(1, 5001) n`
  await limitDeletes(database, 'PostKey', 5_000)
  await deleteExpiredIdempotencyKeys(services)
  expect(await database.postKey.count({ where: { hash: '' } })).toBe(0)
})

test('a key can be reused after a day', async () => {
  const input = { content: 'daily', clientKey: 'daily' }
  const { post } = await create(input)
  await services.database.postKey.updateMany({
    where: { key: 'daily' },
    data: { createdAt: new Date(Date.now() - 24 * 60 * 60 * 1000 - 1) },
  })
  const again = await create(input)
  expect(again.userErrors).toEqual([])
  expect(again.post.id).not.toBe(post.id)
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
