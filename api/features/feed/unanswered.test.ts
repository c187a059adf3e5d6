import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { testApi } from '#api/test/test-api.ts'

const { as, anonymous, aUser, aPost, aLike, services } = await testApi()
const { database, ids } = services
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const [ada, ben] = [await aUser(), await aUser()]

/** A post of that age. */
async function aPostFrom(ageMs: number) {
  const id = ids.next().replace(/^.{13}/, () => timestamp(Date.now() - ageMs))
  await database.post.create({
    data: { id, authorId: ada.id, content: 'Hi', mediaType: 'TEXT', createdAt: new Date() },
  })
  return { id, publicId: toPublicId('Post', id) }
}

function timestamp(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

const UNANSWERED = /* GraphQL */ `
  query ($first: Int, $after: String) {
    feed(scope: UNANSWERED, first: $first, after: $after) {
      nodes { id } pageInfo { hasNextPage endCursor }
    }
  }`
const page = async (variables: object = {}) =>
  (await anonymous.data(UNANSWERED, { first: 50, ...variables })).feed
const unanswered = async () => (await page()).nodes.map(({ id }: { id: string }) => id)

const REPLY = /* GraphQL */ `
  mutation ($id: ID!) {
    createPost(input: { content: "Welcome", inReplyToId: $id }) { post { id } }
  }`

test('lists posts between ten minutes and three days old, newest first, in pages', async () => {
  const young = await aPostFrom(9 * MINUTE_MS)
  const posts = []
  for (const age of [2.9 * DAY_MS, DAY_MS, 11 * MINUTE_MS]) posts.unshift(await aPostFrom(age))
  const old = await aPostFrom(3 * DAY_MS + MINUTE_MS)
  const listed = await unanswered()
  expect(listed).toEqual(posts.map(({ publicId }) => publicId))
  for (const { publicId } of [young, old]) expect(listed).not.toContain(publicId)
  const first = await page({ first: 2 })
  expect(first.pageInfo.hasNextPage).toBe(true)
  const { nodes, pageInfo } = await page({ first: 2, after: first.pageInfo.endCursor })
  expect(nodes).toEqual([{ id: posts[2]?.publicId }])
  expect(pageInfo.hasNextPage).toBe(false)
})

test('a like or reply by someone else answers a post; the author’s own do not', async () => {
  const [liked, answered, alone] = [
    await aPostFrom(30 * MINUTE_MS),
    await aPostFrom(31 * MINUTE_MS),
    await aPostFrom(32 * MINUTE_MS),
  ]
  for (const { publicId } of [liked, answered, alone]) {
    await as(ada).data(REPLY, { id: publicId })
    await as(ada).data('mutation ($id: ID!) { likePost(input: { postId: $id }) { post { id } } }', {
      id: publicId,
    })
  }
  await aLike({ by: ben, of: liked })
  await as(ben).data(REPLY, { id: answered.publicId })
  const listed = await unanswered()
  expect(listed).toContain(alone.publicId)
  expect(listed).not.toContain(liked.publicId)
  expect(listed).not.toContain(answered.publicId)
})

test('an author’s first three posts are by a newcomer for 14 days', async () => {
  const newcomer = await aUser()
  const CREATE = 'mutation { createPost(input: { content: "Hi" }) { post { id isByNewcomer } } }'
  const marks = []
  for (let number = 1; number <= 4; number++)
    marks.push((await as(newcomer).data(CREATE)).createPost.post.isByNewcomer)
  expect(marks).toEqual([true, true, true, false])
  const old = await aPostFrom(14 * DAY_MS + 1)
  await database.post.update({ where: { id: old.id }, data: { isEarly: true } })
  const NODE = 'query ($id: ID!) { node(id: $id) { ... on Post { isByNewcomer } } }'
  expect((await anonymous.data(NODE, { id: old.publicId })).node).toEqual({ isByNewcomer: false })
  expect((await aPost({ by: ada })).isEarly).toBe(false)
})
