import { expect, test } from 'vitest'
import type { TestBrowser } from '#api/test/browser.ts'
import { testDatabase } from '#api/test/database.ts'
import { type EventStream, subscribe } from '#api/test/event-stream.ts'
import { createManualClock } from '#api/test/manual-clock.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { uuidOf } from '#api/test/uuid-of.ts'

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
  // A follow, which is delivered as a group.
  const { id: followerId } = author
  const groupId = server.services.ids.next()
  await database.notification.create({
    data: {
      ...{ id: groupId, userId: uuid, kind: 'FOLLOW', actorsCount: 1 },
      actors: { create: { userId: followerId, rank: 1 } },
    },
  })
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
