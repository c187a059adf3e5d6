import { expect, test } from 'vitest'
import { limitDeletes } from '#api/test/database/failing-deletes.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reasons } from '#rules/reasons.ts'
import { deleteUndoneShares } from './share.job.ts'

const { as, asDemoUser, anonymous, aUser, aPost, theDemoUser, services } = await testApi()
const { database } = services

const payload = 'post { sharesCount isShared } userErrors { code reason field message }'
const SHARE = /* GraphQL */ `
  mutation ($postId: ID!, $comment: String) {
    sharePost(input: { postId: $postId, comment: $comment }) { ${payload} }
  }`
const UNSHARE = /* GraphQL */ `
  mutation ($postId: ID!) { unsharePost(input: { postId: $postId }) { ${payload} } }`
const SHARES = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String, $last: Int) {
    node(id: $id) {
      ... on Post {
        isShared
        sharesCount
        shares(first: $first, after: $after, last: $last) {
          nodes { id comment createdAt actor { username } post { id isShared } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`

const [ada, ben] = [await aUser(), await aUser()]
type Target = { publicId: string }
const share = async (post: Target, comment?: string | null, caller = as(ada)) =>
  (await caller.data(SHARE, { postId: post.publicId, ...(comment !== undefined && { comment }) }))
    .sharePost
const unshare = async (post: Target, caller = as(ada)) =>
  (await caller.data(UNSHARE, { postId: post.publicId })).unsharePost
const shares = async (post: Target, variables: object = {}, caller = as(ada)) =>
  (await caller.data(SHARES, { id: post.publicId, ...variables })).node
const rows = (post: { id: string }) =>
  database.feedEvent.count({ where: { postId: post.id, kind: 'SHARE' } })

test('a person shares a post once; sharing again changes the comment, not the time', async () => {
  const post = await aPost({ by: ben })
  expect(await share(post, ' So true! ')).toEqual({
    post: { sharesCount: 1, isShared: true },
    userErrors: [],
  })
  const [first] = (await shares(post)).shares.nodes
  expect(first).toMatchObject({
    comment: 'So true!',
    actor: { username: ada.username },
    post: { id: post.publicId, isShared: true },
  })
  for (const [comment, stored] of [
    [undefined, 'So true!'],
    [null, null],
    ['Again', 'Again'],
    [' ', null],
    ['Once more', 'Once more'],
    ['\u2800', null],
  ] as const) {
    expect(await share(post, comment)).toMatchObject({ post: { sharesCount: 1 } })
    expect((await shares(post)).shares.nodes).toEqual([{ ...first, comment: stored }])
  }
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(await unshare(post)).toEqual({
      post: { sharesCount: 0, isShared: false },
      userErrors: [],
    })
  expect(await rows(post)).toBe(0)
})

test('people can share their own posts, and the demo user can share', async () => {
  await theDemoUser()
  const post = await aPost({ by: ada })
  expect(await share(post)).toMatchObject({ post: { sharesCount: 1, isShared: true } })
  expect(await share(post, undefined, asDemoUser())).toMatchObject({ post: { sharesCount: 2 } })
  expect(await shares(post, {}, as(ben))).toMatchObject({ isShared: false, sharesCount: 2 })
})

test('a comment has at most 280 visible characters', async () => {
  const post = await aPost({ by: ben })
  expect((await share(post, '👩‍👩‍👧‍👦'.repeat(280))).userErrors).toEqual([])
  expect((await share(post, 'x'.repeat(281))).userErrors).toEqual([
    {
      code: 'BAD_INPUT',
      reason: 'SHARE_COMMENT_TOO_LONG',
      field: 'comment',
      message: reasons.SHARE_COMMENT_TOO_LONG,
    },
  ])
})

test('a missing or hidden post cannot be shared, and nobody shares anonymously', async () => {
  const hidden = await aPost({ by: ben, hiddenAt: new Date() })
  for (const publicId of [hidden.publicId, 'post_01h455vb4pex5vsknk084sn02q', ada.publicId, ''])
    for (const change of [share, unshare])
      expect(await change({ publicId })).toMatchObject({
        post: null,
        userErrors: [{ code: 'NOT_FOUND', message: 'That post no longer exists.' }],
      })
  expect(await rows(hidden)).toBe(0)
  const post = await aPost({ by: ben })
  expect((await share(post, null, anonymous)).userErrors).toMatchObject([
    { code: 'UNAUTHENTICATED' },
  ])
})

test('concurrent shares and their undoing keep the count exact', async () => {
  const post = await aPost({ by: ben })
  const people = await Promise.all(Array.from({ length: 20 }, () => aUser()))
  const payloads = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const person = as(people[index % people.length] ?? ada)
      return index % 3 ? share(post, null, person) : unshare(post, person)
    }),
  )
  expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual([])
  expect((await shares(post)).sharesCount).toBe(await rows(post))
})

test('shares are pages, newest first', async () => {
  const post = await aPost({ by: ben })
  const people = [await aUser(), await aUser(), await aUser()]
  for (const person of people) await share(post, person.username, as(person))
  const names = people.map(({ username }) => username).reverse()
  const commentsOf = (page: { nodes: { comment: string }[] }) =>
    page.nodes.map(({ comment }) => comment)
  const { shares: head } = await shares(post, { first: 2 })
  expect(commentsOf(head)).toEqual(names.slice(0, 2))
  const { shares: tail } = await shares(post, { first: 2, after: head.pageInfo.endCursor })
  expect(commentsOf(tail)).toEqual(names.slice(2))
  expect(tail.pageInfo.hasNextPage).toBe(false)
  expect(commentsOf((await shares(post, { last: 1 })).shares)).toEqual(names.slice(2))
})

test('a share is a node until its post is hidden or deleted', async () => {
  const post = await aPost({ by: ben })
  await share(post, 'Look')
  const [{ id }] = (await shares(post)).shares.nodes
  const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Share { comment post { id } } } }'
  expect((await anonymous.data(NODE, { id })).node).toEqual({
    id,
    comment: 'Look',
    post: { id: post.publicId },
  })
  await database.post.update({ where: { id: post.id }, data: { hiddenAt: new Date() } })
  expect((await anonymous.data(NODE, { id })).node).toBeNull()
  await database.post.delete({ where: { id: post.id } })
  expect((await anonymous.data(NODE, { id })).node).toBeNull()
  expect(await rows(post)).toBe(0)
})

test('an account shares 20 times a minute', async () => {
  applyLimits(services)
  const post = await aPost({ by: ben })
  const codes = []
  for (let number = 1; number <= 21; number++)
    codes.push((await (number % 2 ? share(post) : unshare(post))).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(20)
})

test('the people who like a post are a list, newest like first', async () => {
  const post = await aPost({ by: ben })
  const people = await Promise.all(Array.from({ length: 5 }, () => aUser()))
  for (const [index, { id: userId }] of people.entries())
    await database.like.create({
      // Two people like it in the same millisecond.
      data: { userId, postId: post.id, createdAt: new Date(1_000 * Math.floor(index / 2)) },
    })
  const LIKED_BY = /* GraphQL */ `
    query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      node(id: $id) {
        ... on Post {
          likedBy(first: $first, after: $after, last: $last, before: $before) {
            nodes { username }
            pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          }
        }
      }
    }`
  const page = async (variables: object) =>
    (await as(ada).data(LIKED_BY, { id: post.publicId, ...variables })).node.likedBy
  const all = await page({ first: 100 })
  expect(all.nodes).toHaveLength(5)
  expect(all.nodes[0].username).toBe(people[4]?.username)
  const walked = []
  let after: string | null = null
  do {
    const { nodes, pageInfo } = await page({ first: 1, after })
    walked.push(...nodes)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after)
  expect(walked).toEqual(all.nodes)
  expect((await page({ last: 2 })).nodes).toEqual(all.nodes.slice(-2))
  expect((await page({ last: 2, before: all.pageInfo.endCursor })).nodes).toEqual(
    all.nodes.slice(2, 4),
  )
})

test('what an undone share leaves is deleted after a week', async () => {
  const post = await aPost({ by: ben })
  const undone = { where: { postId: post.id } }
  await share(post)
  await unshare(post)
  await unshare(post)
  expect(await database.undoneShare.count(undone)).toBe(1)
  const WEEK_MS = 7 * 24 * 60 * 60 * 1000
  await deleteUndoneShares(services, Date.now() + WEEK_MS - 60_000)
  expect(await database.undoneShare.count(undone)).toBe(1)
  await deleteUndoneShares(services, Date.now() + WEEK_MS + 60_000)
  expect(await database.undoneShare.count(undone)).toBe(0)
})

test('what very many undone shares leave is deleted in batches', async () => {
  await database.$executeRaw`
    INSERT INTO "UndoneShare" ("id", "eventId", "actorId", "postId")
    SELECT new_id(), new_id(), new_id(), new_id() FROM generate_series(1, 5001)`
  await limitDeletes(database, 'UndoneShare', 5_000)
  await deleteUndoneShares(services, Date.now() + 8 * 24 * 60 * 60 * 1000)
  expect(await database.undoneShare.count()).toBe(0)
})
