import { expect, test } from 'vitest'
import { followWrites } from '#api/features/follow/follow.write.ts'
import { testDatabase } from '#api/test/database/database.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { type EventStream, subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { createManualClock } from '#api/test/servers/manual-clock.ts'
import { testServer } from '#api/test/servers/server.ts'

const { database } = await testDatabase()
const server = await testServer({ database, settings: { trustProxy: 1 } })
const otherServer = await testServer({ database })
const { aUser, aPost, aLike, posts } = seeds(server.services)
const { services } = server

const FEED_UPDATED = /* GraphQL */ `
  subscription ($scope: FeedScope! = EVERYONE, $after: ID) {
    feedUpdated(scope: $scope, after: $after) { newestId newIds reset }
  }`
const POST_CREATED = /* GraphQL */ `
  subscription ($scope: FeedScope! = EVERYONE) { postCreated(scope: $scope) { id content } }`
const POST_UPDATED = 'subscription ($ids: [ID!]!) { postUpdated(ids: $ids) { id likesCount } }'
const CREATE_POST = /* GraphQL */ `
  mutation ($content: String!) {
    createPost(input: { content: $content }) { post { id } userErrors { message } }
  }`

const feedUpdates = (browser: TestBrowser, variables: Record<string, unknown> = {}) =>
  subscribe(browser, { query: FEED_UPDATED, variables })

async function post(browser: TestBrowser, content: string): Promise<string> {
  const { body } = await execute(browser, CREATE_POST, { content })
  return (body.data.createPost as { post: { id: string } }).post.id
}

async function change(browser: TestBrowser, name: string, userId: string) {
  const query = `mutation { ${name}(input: { userId: "${userId}" }) { userErrors { message } } }`
  expect(JSON.stringify((await execute(browser, query)).body)).toContain('"userErrors":[]')
}

async function signedUp(from = server) {
  const browser = from.browser()
  const { id } = await browser.signUp()
  return { browser, id, uuid: uuidOf(id) }
}

test('an anonymous stream begins with the present state since `after`, and has no replay', async () => {
  const author = await aUser()
  const [first, ...later] = await posts(3, { by: author })
  const stream = await feedUpdates(server.browser(), { after: first?.publicId })
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  const ids = later.map(({ publicId }) => publicId).reverse()
  expect((await stream.next()).data.feedUpdated).toEqual({
    newestId: ids[0],
    newIds: ids,
    reset: false,
  })
  const another = await feedUpdates(server.browser())
  expect((await another.next()).data.feedUpdated).toEqual({
    newestId: ids[0],
    newIds: [],
    reset: false,
  })
})

test('a post through another worker arrives at every stream', async () => {
  const author = await signedUp(otherServer)
  const stream = await feedUpdates(server.browser())
  await stream.next()
  const id = await post(author.browser, 'From next door')
  expect((await stream.next()).data.feedUpdated).toEqual({
    newestId: id,
    newIds: [id],
    reset: false,
  })
  await stream.close()
})

test('posts within a second are one event', async () => {
  const clock = createManualClock()
  const { browser } = await testServer({ database, clock })
  const author = await aUser()
  const stream = await feedUpdates(browser())
  await stream.next()
  const newIds = async () => (await stream.next()).data.feedUpdated.newIds
  clock.advance(1_000)
  const [first] = await posts(1, { by: author })
  expect(await newIds()).toEqual([first?.publicId])
  const expected: string[] = []
  // With more than 100 in an event, it would be a reset.
  while (expected.length < 60) expected.unshift((await aPost({ by: author })).publicId)
  clock.advance(1_000)
  expect(await newIds()).toEqual(expected)
})

test('more than 100 new posts are a reset, and so is a position that is too old', async () => {
  const author = await aUser()
  const old = await aPost({ by: author })
  const stream = await feedUpdates(server.browser())
  await stream.next()
  await posts(101, { by: author })
  expect((await stream.next()).data.feedUpdated).toMatchObject({ newIds: [], reset: true })
  const late = await feedUpdates(server.browser(), { after: old.publicId })
  expect((await late.next()).data.feedUpdated).toMatchObject({ newIds: [], reset: true })
})

test('postCreated sends every new post, also when more than 100 come at once', async () => {
  const author = await aUser()
  const stream = await subscribe(server.browser(), { query: POST_CREATED })
  const everyone = await feedUpdates(server.browser())
  // It has begun once it sends a post.
  let hasBegun = false
  void stream.next().then(() => {
    hasBegun = true
  })
  while (!hasBegun) {
    await posts(1, { by: author })
    await everyone.next()
  }
  const created = (await posts(120, { by: author })).map(({ publicId }) => publicId)
  const received: string[] = []
  while (received.at(-1) !== created.at(-1))
    received.push((await stream.next()).data.postCreated.id)
  expect(received.slice(-created.length)).toEqual(created)
  await stream.close()
})

test('Following has posts and shares by followees only', async () => {
  const reader = await signedUp()
  const [followee, stranger] = [await aUser(), await aUser()]
  await followWrites(database).follow({
    id: services.ids.next(),
    followerId: reader.uuid,
    followeeId: followee.id,
  })
  const shared = await aPost({ by: stranger })
  const stream = await feedUpdates(reader.browser, { scope: 'FOLLOWING' })
  await stream.next()
  await aPost({ by: stranger })
  const expected = [(await aPost({ by: followee })).publicId]
  const shareId = services.ids.next()
  await database.feedEvent.create({
    data: { id: shareId, kind: 'SHARE', actorId: followee.id, postId: shared.id },
  })
  expected.push(await post(reader.browser, 'My own'))
  const received: string[] = []
  while (received.length < 3) received.push(...(await stream.next()).data.feedUpdated.newIds)
  expect(received.filter((id) => id.startsWith('post_')).sort()).toEqual([...expected].sort())
  expect(received.filter((id) => id.startsWith('share_')).map(uuidOf)).toEqual([shareId])
})

test('posts of people who are blocked or muted during the stream never appear', async () => {
  const reader = await signedUp()
  const blocked = await signedUp(otherServer)
  const muted = await signedUp(otherServer)
  const author = await signedUp(otherServer)
  const everyone = await feedUpdates(reader.browser)
  const created = await subscribe(reader.browser, { query: POST_CREATED })
  await everyone.next()
  await change(reader.browser, 'muteUser', muted.id)
  await change(blocked.browser, 'blockUser', reader.id)
  await post(blocked.browser, 'Hidden')
  await post(muted.browser, 'Hidden too')
  const id = await post(author.browser, 'Visible')
  expect((await everyone.next()).data.feedUpdated).toEqual({
    newestId: id,
    newIds: [id],
    reset: false,
  })
  expect((await created.next()).data.postCreated).toEqual({ id, content: 'Visible' })
})

test('counts of a post update at most every ten seconds', async () => {
  const clock = createManualClock()
  const { browser } = await testServer({ database, clock })
  const author = await aUser()
  const liked = await aPost({ by: author })
  const variables = { ids: [liked.publicId] }
  const stream = await subscribe(browser(), { query: POST_UPDATED, variables })
  const everyone = await feedUpdates(browser())
  const likesCount = async () => (await stream.next()).data.postUpdated.likesCount
  expect(await likesCount()).toBe(0)
  await everyone.next()
  await aLike({ by: await aUser(), of: liked })
  // Its event shows that the streams have looked at the like.
  await aPost({ by: author })
  clock.advance(9_999)
  await everyone.next()
  await aLike({ by: await aUser(), of: liked })
  clock.advance(1)
  expect(await likesCount()).toBe(2)
})

test('a post whose ten seconds end first does not wait for another', async () => {
  const clock = createManualClock()
  const { browser } = await testServer({ database, clock })
  const author = await aUser()
  const [early, late] = [await aPost({ by: author }), await aPost({ by: author })]
  const like = async (post: typeof early) => aLike({ by: await aUser(), of: post })
  const everyone = await feedUpdates(browser())
  await everyone.next()
  /** Resolves when the streams have looked at all changes. */
  const advance = async (ms: number) => {
    await aPost({ by: author })
    clock.advance(ms)
    await everyone.next()
  }
  await advance(1_000)
  const variables = { ids: [early.publicId, late.publicId] }
  const stream = await subscribe(browser(), { query: POST_UPDATED, variables })
  const updated = async () => (await stream.next()).data.postUpdated
  const present = { likesCount: 0 }
  expect([await updated(), await updated()]).toMatchObject([present, present])
  await advance(11_000)
  await like(early)
  await advance(1_000)
  await advance(3_000)
  for (const post of [late, late, early]) {
    await like(post)
    await advance(1_000)
  }
  expect(await updated()).toMatchObject({ id: early.publicId, likesCount: 1 })
  expect(await updated()).toMatchObject({ id: late.publicId, likesCount: 1 })
  // Nothing else changes, so that only its timer wakes the stream.
  for (const post of [early, late]) {
    clock.advance(4_000)
    expect(await updated()).toMatchObject({ id: post.publicId, likesCount: 2 })
  }
})

test('300 streams all get the newest id', async () => {
  const author = await signedUp(otherServer)
  const streams: EventStream[] = []
  // Fewer at once than load shedding admits.
  for (let batch = 0; batch < 6; batch++)
    streams.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          subscribe(server.browser(), {
            query: FEED_UPDATED,
            headers: { 'x-forwarded-for': `203.0.113.${index}` },
          }),
        ),
      )),
    )
  for (const stream of streams) await stream.next()
  const id = await post(author.browser, 'For all')
  const newest = await Promise.all(
    streams.map(async (stream) => (await stream.next()).data.feedUpdated.newestId),
  )
  expect(new Set(newest)).toEqual(new Set([id]))
})

test('a feed that changes by time has no stream, and Following needs a viewer', async () => {
  const codeOf = async (variables: Record<string, unknown>) => {
    const stream = await feedUpdates(server.browser(), variables)
    return [stream.response.status, (await stream.next()).errors[0].extensions.code]
  }
  expect(await codeOf({ scope: 'UNANSWERED' })).toEqual([400, 'BAD_INPUT'])
  expect(await codeOf({ scope: 'FOLLOWING' })).toEqual([401, 'UNAUTHENTICATED'])
  expect(await codeOf({ after: 'user_01h455vb4pex5vsknk084sn02q' })).toEqual([400, 'BAD_INPUT'])
})
