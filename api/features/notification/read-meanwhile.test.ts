import { expect, test } from 'vitest'
import { whileLocked } from '#api/test/database/locks.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { deliverNotifications } from './delivery.write.ts'

const { as, aUser, aPost, services } = await testApi()
const { database } = services

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

const LIST = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      notifications { nodes { __typename id isRead } }
      unreadNotificationsCount
    }
  }`
const READ = /* GraphQL */ `
  mutation ($upToId: ID!) {
    markNotificationsRead(input: { upToId: $upToId }) { userErrors { code } }
  }`
const HOURLY =
  'mutation { updateNotificationSettings(input: { delivery: AS_IT_HAPPENS }) { userErrors { code } } }'
const REPLY = /* GraphQL */ `
  mutation ($input: CreatePostInput!) { createPost(input: $input) { userErrors { code } } }`

type Person = Awaited<ReturnType<typeof aUser>>
const read = async (person: Person) => (await as(person).data(LIST, { id: person.publicId })).user
const like = (by: Person, of: { id: string }, ago: number) =>
  database.like.create({
    data: { userId: by.id, postId: of.id, createdAt: new Date(Date.now() - ago) },
  })

test('a group that is delivered after a read is unread, also when its delivery began earlier', async () => {
  const [first, author, fan] = [await aUser(), await aUser(), await aUser()]
  await like(fan, await aPost({ by: first }), 2 * DAY_MS)
  await as(author).data(HOURLY)
  const post = await aPost({ by: author })
  await like(fan, post, MINUTE_MS)
  // People with chosen hours come first, so that this author's groups wait for the lock.
  await whileLocked(database, {
    lock: (transaction) => transaction.$executeRaw`
      SELECT FROM "PendingNotification" WHERE "userId" = ${first.id}::uuid FOR UPDATE`,
    call: () => deliverNotifications(services),
    async change() {
      await as(fan).data(REPLY, { input: { content: 'Hello', inReplyToId: post.publicId } })
      const [reply] = (await read(author)).notifications.nodes
      await as(author).data(READ, { upToId: reply.id })
      expect(await read(author)).toMatchObject({
        notifications: { nodes: [{ __typename: 'ReplyNotification', isRead: true }] },
        unreadNotificationsCount: 0,
      })
    },
  })
  expect(await read(author)).toMatchObject({
    notifications: {
      nodes: [
        { __typename: 'LikeNotification', isRead: false },
        { __typename: 'ReplyNotification', isRead: true },
      ],
    },
    unreadNotificationsCount: 1,
  })
})
