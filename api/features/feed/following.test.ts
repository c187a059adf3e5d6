import { beforeAll, expect, test } from 'vitest'
import { oldestIdAt, toPublicId } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, asDemoUser, anonymous, aUser, aPost, theDemoUser, services, statements } =
  await testApi()
const { database, ids } = services

const FOLLOWING = /* GraphQL */ `
  query ($first: Int, $after: String, $last: Int, $before: String) {
    feed(scope: FOLLOWING, first: $first, after: $after, last: $last, before: $before) {
      edges {
        cursor
        share { id comment actor { username } post { id } }
        node { id isLiked isShared author { username } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`

const UNSHARE = /* GraphQL */ `
  mutation ($postId: ID!) { unsharePost(input: { postId: $postId }) { post { id } } }`

interface Edge {
  cursor: string
  share: { id: string; comment: string | null; actor: { username: string } } | null
  node: { id: string; isLiked: boolean; isShared: boolean }
}
interface Page {
  edges: Edge[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}
type Person = Awaited<ReturnType<typeof aUser>>
type PostSeed = Awaited<ReturnType<typeof aPost>>

const page = async (viewer: Person, variables: Record<string, unknown> = {}) =>
  (await as(viewer).data<{ feed: Page }>(FOLLOWING, variables)).feed
const follow = (follower: { id: string }, ...followees: { id: string }[]) =>
  database.follow.createMany({
    data: followees.map(({ id: followeeId }) => ({
      id: ids.next(),
      followerId: follower.id,
      followeeId,
    })),
  })
const share = (actor: { id: string }, post: { id: string }, comment: string | null = null) =>
  database.feedEvent.create({
    data: { id: ids.next(), kind: 'SHARE', actorId: actor.id, postId: post.id, comment },
  })
/** Each edge as the event's public id. */
const eventsOf = ({ edges }: Page) => edges.map(({ node, share }) => share?.id ?? node.id)

test('it lists posts and shares by followees and the viewer’s own posts, newest event first', async () => {
  const [viewer, friend, stranger] = [await aUser(), await aUser(), await aUser()]
  await follow(viewer, friend)
  const byStranger = await aPost({ by: stranger })
  const own = await aPost({ by: viewer })
  const byFriend = await aPost({ by: friend })
  await aPost({ by: stranger })
  const shared = await share(friend, byStranger, 'Look')
  await share(viewer, byFriend)
  const { edges } = await page(viewer)
  expect(edges).toMatchObject([
    {
      node: { id: byStranger.publicId, isShared: false },
      share: {
        id: toPublicId('Share', shared.id),
        comment: 'Look',
        actor: { username: friend.username },
      },
    },
    { node: { id: byFriend.publicId, isShared: true }, share: null },
    { node: { id: own.publicId }, share: null },
  ])
})

test('it needs a viewer, and the demo user is one', async () => {
  const { errors } = await anonymous.run(FOLLOWING)
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } })
  await theDemoUser()
  expect(await asDemoUser().data(FOLLOWING)).toMatchObject({ feed: { edges: [] } })
})

test('a walk lists a post once, as its newest event, and ignores later events', async () => {
  const [viewer, one, other] = [await aUser(), await aUser(), await aUser()]
  await follow(viewer, one, other)
  const posts = [await aPost({ by: one }), await aPost({ by: one }), await aPost({ by: one })]
  const [first, second, third] = posts as [PostSeed, PostSeed, PostSeed]
  await share(other, first)
  const newest = await share(one, first)
  const head = await page(viewer, { first: 1 })
  expect(eventsOf(head)).toEqual([toPublicId('Share', newest.id)])
  // After the start of the walk.
  await share(other, second)
  const rest = await page(viewer, { first: 10, after: head.pageInfo.endCursor })
  expect(eventsOf(rest)).toEqual([third.publicId, second.publicId])
  const again = await page(viewer, { first: 10 })
  expect(again.edges.map(({ node }) => node.id)).toEqual(
    [second, first, third].map(({ publicId }) => publicId),
  )
})

test('a share that is taken back during a walk does not bring its post back', async () => {
  const [viewer, one, other] = [await aUser(), await aUser(), await aUser()]
  await follow(viewer, one, other)
  const posts = [await aPost({ by: one }), await aPost({ by: one }), await aPost({ by: one })]
  const [first, second, third] = posts as [PostSeed, PostSeed, PostSeed]
  // Well before the walk.
  await share(other, second)
  await as(other).data(UNSHARE, { postId: second.publicId })
  const id = oldestIdAt(Date.now() - 60_000)
  await database.undoneShare.updateMany({ where: { postId: second.id }, data: { id } })
  await share(other, first)
  const head = await page(viewer, { first: 1 })
  expect(head.edges.map(({ node }) => node.id)).toEqual([first.publicId])
  await as(other).data(UNSHARE, { postId: first.publicId })
  const rest = await page(viewer, { first: 10, after: head.pageInfo.endCursor })
  expect(eventsOf(rest)).toEqual([third.publicId, second.publicId])
  const again = await page(viewer, { first: 10 })
  expect(eventsOf(again)).toEqual([third, second, first].map(({ publicId }) => publicId))
})

test('a cursor belongs to one viewer and to one scope', async () => {
  const [viewer, other] = [await aUser(), await aUser()]
  await aPost({ by: viewer })
  const { pageInfo } = await page(viewer)
  const { errors } = await as(other).run(FOLLOWING, { after: pageInfo.endCursor })
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
  const EVERYONE = 'query ($after: String) { feed(after: $after) { pageInfo { endCursor } } }'
  const everyone = await as(viewer).run(EVERYONE, { after: pageInfo.endCursor })
  expect(everyone.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
  const { feed } = await as(viewer).data(EVERYONE)
  const following = await as(viewer).run(FOLLOWING, { after: feed.pageInfo.endCursor })
  expect(following.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
})

test('deleted and hidden posts, and shares taken back, are gone at the next request', async () => {
  const [viewer, friend] = [await aUser(), await aUser()]
  await follow(viewer, friend)
  const [kept, hidden, deleted, shared] = [
    await aPost({ by: friend }),
    await aPost({ by: friend }),
    await aPost({ by: friend }),
    await aPost({ by: await aUser() }),
  ]
  const event = await share(friend, shared)
  expect(eventsOf(await page(viewer))).toHaveLength(4)
  await database.post.update({ where: { id: hidden.id }, data: { hiddenAt: new Date() } })
  await database.post.delete({ where: { id: deleted.id } })
  await database.feedEvent.delete({ where: { id: event.id } })
  expect(eventsOf(await page(viewer))).toEqual([kept.publicId])
})

test('a page is one statement', async () => {
  const viewer = await aUser()
  await aPost({ by: viewer })
  expect(await statements.of(() => page(viewer))).toHaveLength(1)
})

/** A random graph, and what a viewer's feed must list. */
const graph = { viewer: null as unknown as Person, expected: [] as string[] }

beforeAll(async () => {
  const random = mulberry32(19)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const viewer = await aUser()
  const followees = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  const strangers = await Promise.all(Array.from({ length: 4 }, () => aUser()))
  await follow(viewer, ...followees)
  const posts: PostSeed[] = []
  const events: { id: string; postId: string; isListed: boolean; publicId: string }[] = []
  const shares = new Set<string>()
  const everyone = [viewer, ...followees, ...strangers]
  for (let step = 0; step < 260; step++) {
    const actor = pick(everyone)
    const post = random() < 0.5 && posts.length > 0 ? pick(posts) : null
    const isFollowee = followees.includes(actor)
    if (!post) {
      const hiddenAt = random() < 0.15 ? new Date() : null
      const created = await aPost({ by: actor, hiddenAt })
      posts.push(created)
      const isListed = (isFollowee || actor === viewer) && hiddenAt === null
      events.push({ id: created.id, postId: created.id, isListed, publicId: created.publicId })
    } else if (!shares.has(`${actor.id} ${post.id}`)) {
      shares.add(`${actor.id} ${post.id}`)
      const { id } = await share(actor, post)
      const isListed = isFollowee && post.hiddenAt === null
      events.push({ id, postId: post.id, isListed, publicId: toPublicId('Share', id) })
    }
  }
  const listed = events.filter(({ isListed }) => isListed).reverse()
  const seen = new Set<string>()
  graph.viewer = viewer
  graph.expected = listed
    .filter(({ postId }) => !seen.has(postId) && seen.add(postId))
    .map(({ publicId }) => publicId)
  expect(graph.expected.length).toBeGreaterThan(60)
})

testWalks('few followees: by actor', async () => {})
testWalks('many followees: newest events first', async () => {
  const silent = Array.from({ length: 800 }, (_, index) => ({
    id: ids.next(),
    displayName: 'Silent',
    username: `silent_${index}`,
    email: `silent_${index}@example.org`,
    updatedAt: new Date(),
  }))
  await database.user.createMany({ data: silent })
  await follow(graph.viewer, ...silent)
})

function testWalks(name: string, prepare: () => Promise<void>) {
  test(`${name}: every walk in both directions lists the same events`, async () => {
    await prepare()
    const { viewer, expected } = graph
    for (const size of [1, 7, 20, 100]) {
      const forwards: string[] = []
      let after: string | null = null
      for (;;) {
        const part: Page = await page(viewer, { first: size, after })
        forwards.push(...eventsOf(part))
        after = part.pageInfo.endCursor
        if (!part.pageInfo.hasNextPage) break
      }
      expect(forwards).toEqual(expected)
      const backwards: string[] = []
      let before: string | null = null
      for (;;) {
        const part: Page = await page(viewer, { last: size, before })
        backwards.unshift(...eventsOf(part))
        before = part.pageInfo.startCursor
        if (!part.pageInfo.hasPreviousPage) break
      }
      expect(backwards).toEqual(expected)
    }
    const middle = await page(viewer, { first: 30 })
    const [from, to] = [middle.edges[4]?.cursor, middle.edges[20]?.cursor]
    const between = await page(viewer, { first: 100, after: from, before: to })
    expect(eventsOf(between)).toEqual(expected.slice(5, 20))
  })
}

/** A seeded random number generator, so that a failure can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
