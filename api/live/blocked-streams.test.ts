import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { createManualClock } from '#api/test/servers/manual-clock.ts'
import { testServer } from '#api/test/servers/server.ts'

const { database } = await testDatabase()
const server = await testServer({ database })
const { aUser, aPost, aLike } = seeds(server.services)

async function signedUp(from = server) {
  const browser = from.browser()
  const account = await browser.signUp()
  return { ...account, browser, row: { id: uuidOf(account.id) } }
}

const change = (by: Awaited<ReturnType<typeof signedUp>>, name: string, userId: string) =>
  execute(by.browser, `mutation { ${name}(input: { userId: "${userId}" }) { user { id } } }`)

test('streams of posts go on after a block, without those of the other', async () => {
  const clock = createManualClock()
  const timed = await testServer({ database, clock })
  const [reader, author, other] = [await signedUp(timed), await signedUp(), await aUser()]
  const [hidden, visible] = [await aPost({ by: author.row }), await aPost({ by: other })]
  const ids = [hidden.publicId, visible.publicId]
  const [updates, live] = await Promise.all([
    subscribe(reader.browser, {
      query: 'subscription ($ids: [ID!]!) { postUpdated(ids: $ids) { __typename id likesCount } }',
      variables: { ids },
    }),
    subscribe(reader.browser, {
      query: `subscription ($ids: [ID!]) {
        live(scope: null, postIds: $ids) { __typename ... on Post { id likesCount } } }`,
      variables: { ids },
    }),
  ])
  const updated = async () => (await updates.next()).data.postUpdated
  const lived = async () => {
    for (;;) {
      const update = (await live.next()).data.live
      if (update.__typename !== 'User') return update
    }
  }
  const present = ids.map((id) => ({ __typename: 'Post', id, likesCount: 0 }))
  expect([await updated(), await updated()]).toEqual(present)
  expect([await lived(), await lived()]).toEqual(present)
  await change(author, 'blockUser', reader.id)
  for (const post of [hidden, visible]) await aLike({ by: await aUser(), of: post })
  clock.advance(10_000)
  const liked = { __typename: 'Post', id: visible.publicId, likesCount: 1 }
  expect([await updated(), await lived()]).toEqual([liked, liked])
})

test('the stream of followers goes on after a block, without the other', async () => {
  const [reader, blocked, follower] = [await signedUp(), await signedUp(), await signedUp()]
  const stream = await subscribe(reader.browser, { query: 'subscription { followed { id } }' })
  await change(reader, 'blockUser', blocked.id)
  await change(blocked, 'followUser', reader.id)
  await change(follower, 'followUser', reader.id)
  expect((await stream.next()).data.followed).toEqual({ id: follower.id })
})
