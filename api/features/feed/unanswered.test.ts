import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { parsePostId } from '../post/post.rules.ts'
import { setHidden } from '../post/post.write.ts'

const { as, anonymous, asDemoUser, theDemoUser, aUser, aPost, aLike, services } = await testApi()
const { database, ids } = services
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const [ada, ben] = [await aUser(), await aUser()]
await theDemoUser()

/** A post of that age. */
async function aPostFrom(ageMs: number, isEarly = false) {
  const id = ids.next().replace(/^.{13}/, () => timestamp(Date.now() - ageMs))
  await database.post.create({
    data: {
      ...{ id, authorId: ada.id, content: 'Hi', mediaType: 'TEXT', createdAt: new Date() },
      isEarly,
    },
  })
  return { id, publicId: toPublicId('Post', id) }
}

function timestamp(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

const UNANSWERED = /* GraphQL */ `
  query ($first: Int, $after: String, $last: Int, $before: String) {
    feed(scope: UNANSWERED, first: $first, after: $after, last: $last, before: $before) {
      nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }`
const reader = await aUser()
const page = async (variables: object = {}) =>
  (await as(reader).data(UNANSWERED, { first: 50, ...variables })).feed
const unanswered = async () => (await page()).nodes.map(({ id }: { id: string }) => id)

const REPLY = /* GraphQL */ `
  mutation ($id: ID!) {
    createPost(input: { content: "Welcome", inReplyToId: $id }) { post { id } }
  }`

test('lists posts between ten minutes and three days old, newcomers first, then oldest first', async () => {
  const others = [await aPostFrom(2.9 * DAY_MS), await aPostFrom(11 * MINUTE_MS)]
  const newcomers = [await aPostFrom(DAY_MS, true), await aPostFrom(12 * MINUTE_MS, true)]
  const outside = [
    await aPostFrom(9 * MINUTE_MS),
    await aPostFrom(9 * MINUTE_MS, true),
    await aPostFrom(3 * DAY_MS + MINUTE_MS),
    await aPostFrom(3 * DAY_MS + MINUTE_MS, true),
  ]
  const expected = [...newcomers, ...others].map(({ publicId }) => publicId)
  const listed = await unanswered()
  expect(listed).toEqual(expected)
  for (const { publicId } of outside) expect(listed).not.toContain(publicId)
  // The same in pages of each size, in both directions.
  for (const size of [1, 2, 3, 4])
    for (const [count, cursor, end, more] of [
      ['first', 'after', 'endCursor', 'hasNextPage'],
      ['last', 'before', 'startCursor', 'hasPreviousPage'],
    ] as const) {
      const walked: string[] = []
      for (let at: string | null = null, isMore = true; isMore; ) {
        const { nodes, pageInfo } = await page({ first: undefined, [count]: size, [cursor]: at })
        const ids = nodes.map(({ id }: { id: string }) => id)
        walked.splice(count === 'first' ? walked.length : 0, 0, ...ids)
        at = pageInfo[end]
        isMore = pageInfo[more]
      }
      expect(walked, `${count} ${size}`).toEqual(expected)
    }
})

test('signed out it is UNAUTHENTICATED; the demo user reads it', async () => {
  const { errors, data } = await anonymous.run(UNANSWERED)
  expect([data, errors?.[0]?.extensions?.code]).toEqual([null, 'UNAUTHENTICATED'])
  await aPostFrom(30 * MINUTE_MS)
  expect((await asDemoUser().data(UNANSWERED)).feed.nodes.length).toBeGreaterThan(0)
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

test('a hidden reply is no answer: the post is listed until the reply is shown again', async () => {
  const post = await aPostFrom(33 * MINUTE_MS)
  const { createPost } = await as(ben).data(REPLY, { id: post.publicId })
  const replyId = parsePostId(createPost.post.id)
  expect(await unanswered()).not.toContain(post.publicId)
  await setHidden(services, replyId, true)
  expect(await unanswered()).toContain(post.publicId)
  await setHidden(services, replyId, false)
  expect(await unanswered()).not.toContain(post.publicId)
})

test('an author’s first three posts are by a newcomer for 14 days', async () => {
  const newcomer = await aUser()
  const CREATE = 'mutation { createPost(input: { content: "Hi" }) { post { id isByNewcomer } } }'
  const marks = []
  for (let number = 1; number <= 4; number++)
    marks.push((await as(newcomer).data(CREATE)).createPost.post.isByNewcomer)
  expect(marks).toEqual([true, true, true, false])
  expect((await asDemoUser().data(CREATE)).createPost.post.isByNewcomer).toBe(false)
  const old = await aPostFrom(14 * DAY_MS + 1)
  await database.post.update({ where: { id: old.id }, data: { isEarly: true } })
  const NODE = 'query ($id: ID!) { node(id: $id) { ... on Post { isByNewcomer } } }'
  expect((await anonymous.data(NODE, { id: old.publicId })).node).toEqual({ isByNewcomer: false })
  expect((await aPost({ by: ada })).isEarly).toBe(false)
})

test('replies and deleted posts are none of the first three', async () => {
  const newcomer = as(await aUser())
  const CREATE = /* GraphQL */ `
    mutation ($inReplyToId: ID) {
      createPost(input: { content: "Hi", inReplyToId: $inReplyToId }) { post { id isByNewcomer } }
    }`
  const create = async (inReplyToId: string | null = null) =>
    (await newcomer.data(CREATE, { inReplyToId })).createPost.post
  const { publicId } = await aPost({ by: ada })
  for (let number = 1; number <= 3; number++)
    expect((await create(publicId)).isByNewcomer).toBe(false)
  const first = await create()
  const DELETE =
    'mutation ($id: ID!) { deletePost(input: { postId: $id }) { userErrors { code } } }'
  await newcomer.data(DELETE, { id: first.id })
  const marks = []
  for (let number = 1; number <= 4; number++) marks.push((await create()).isByNewcomer)
  expect(marks).toEqual([true, true, true, false])
})

test('after deletions, the first three posts are those that still exist', async () => {
  const newcomer = as(await aUser())
  const CREATE = 'mutation { createPost(input: { content: "Hi" }) { post { id } } }'
  const ids: string[] = []
  for (let number = 1; number <= 6; number++)
    ids.push((await newcomer.data(CREATE)).createPost.post.id)
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Post { isByNewcomer } } }'
  const marks = async () =>
    (await anonymous.data(NODES, { ids })).nodes.map(
      (node: { isByNewcomer: boolean } | null) => node?.isByNewcomer,
    )
  expect(await marks()).toEqual([true, true, true, false, false, false])
  const DELETE =
    'mutation ($id: ID!) { deletePost(input: { postId: $id }) { userErrors { code } } }'
  await newcomer.data(DELETE, { id: ids[5] })
  expect(await marks()).toEqual([true, true, true, false, false, undefined])
  await Promise.all([0, 1].map((index) => newcomer.data(DELETE, { id: ids[index] })))
  expect(await marks()).toEqual([undefined, undefined, true, true, true, undefined])
})
