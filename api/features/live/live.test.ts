import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { type EventStream, subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { createManualClock } from '#api/test/servers/manual-clock.ts'
import { testServer } from '#api/test/servers/server.ts'
import type { TokenScope } from '#rules/token-scopes.ts'

const { database } = await testDatabase()
const server = await testServer({ database })
const { aUser, aPost, aLike } = seeds(server.services)

const LIVE = /* GraphQL */ `
  subscription ($scope: FeedScope = EVERYONE, $after: ID, $postIds: [ID!]) {
    live(scope: $scope, after: $after, postIds: $postIds) {
      __typename
      ... on FeedUpdate { newIds }
      ... on Post { id likesCount }
      ... on User { id unreadNotificationsCount }
    }
  }`
const open = (browser: TestBrowser, variables: object = {}) =>
  subscribe(browser, { query: LIVE, variables: { ...variables } })
const next = async (stream: EventStream) => (await stream.next()).data.live

async function signedUp() {
  const browser = server.browser()
  const { id } = await browser.signUp()
  return { browser, id, uuid: uuidOf(id) }
}

/** A follow, which is delivered as a group. */
async function notify(userId: string, follower: { id: string }) {
  await database.notification.create({
    data: {
      ...{ id: server.services.ids.next(), userId, kind: 'FOLLOW', actorsCount: 1 },
      actors: { create: { userId: follower.id, rank: 1 } },
    },
  })
}

test('one stream has a feed, posts and the notifications of a member', async () => {
  const { browser, id, uuid } = await signedUp()
  const [own, author] = [await aPost({ by: { id: uuid } }), await aUser()]
  const stream = await open(browser, { after: own.publicId, postIds: [own.publicId] })
  const first = [await next(stream), await next(stream), await next(stream)]
  expect(first).toEqual([
    { __typename: 'FeedUpdate', newIds: [] },
    { __typename: 'Post', id: own.publicId, likesCount: 0 },
    { __typename: 'User', id, unreadNotificationsCount: 0 },
  ])
  const post = await aPost({ by: author })
  expect(await next(stream)).toEqual({ __typename: 'FeedUpdate', newIds: [post.publicId] })
  await notify(uuid, author)
  expect(await next(stream)).toEqual({ __typename: 'User', id, unreadNotificationsCount: 1 })
  await stream.close()
})

test('without a feed there are only posts; others get no notifications', async () => {
  const clock = createManualClock()
  const { browser } = await testServer({ database, clock })
  const post = await aPost({ by: await aUser() })
  const stream = await open(browser(), { scope: null, postIds: [post.publicId] })
  expect(await next(stream)).toMatchObject({ __typename: 'Post', likesCount: 0 })
  await aPost({ by: await aUser() })
  await aLike({ by: await aUser(), of: post })
  clock.advance(10_000)
  expect(await next(stream)).toMatchObject({ __typename: 'Post', likesCount: 1 })
  await stream.close()
  const refused = await open(server.browser(), { scope: 'FOLLOWING' })
  expect((await refused.next()).errors[0].extensions.code).toBe('UNAUTHENTICATED')
})

test('the stream of a token has what its scopes allow', async () => {
  const { browser, id, uuid } = await signedUp()
  const author = await aUser()
  const liked = await aPost({ by: author })
  await aLike({ by: { id: uuid }, of: liked })
  const query = /* GraphQL */ `
    subscription ($ids: [ID!]) {
      live(postIds: $ids) {
        __typename ... on Post { isLiked } ... on User { id email unreadNotificationsCount }
      }
    }`
  const scopes: TokenScope[][] = [[], ['read'], ['read:private']]
  const programs = []
  for (const each of scopes) programs.push(await createProgram(server, browser, each))
  // Afterwards the server has received all changes so far.
  await execute(browser, '{ feed(first: 1) { nodes { id } } }')
  const streams = []
  for (const { script } of programs)
    streams.push(await subscribe(script, { query, variables: { ids: [liked.publicId] } }))
  const feed = { __typename: 'FeedUpdate' }
  for (const [index, stream] of streams.entries()) {
    expect(await next(stream)).toEqual(feed)
    expect(await next(stream)).toEqual({ __typename: 'Post', isLiked: index > 0 })
  }
  const owner = streams[2] as EventStream
  const user = { __typename: 'User', id, email: expect.any(String) }
  expect(await next(owner)).toEqual({ ...user, unreadNotificationsCount: 0 })
  await notify(uuid, author)
  expect(await next(owner)).toEqual({ ...user, unreadNotificationsCount: 1 })
  await aPost({ by: author })
  // A notification would be first.
  for (const stream of streams) {
    expect(await next(stream)).toEqual(feed)
    stream.close()
  }
})
