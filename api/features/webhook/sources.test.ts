import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { webhooks } from '#api/test/servers/webhooks.ts'

const api = await testApi({ settings: { webhookAllowPrivate: true } })
const { as, aUser, aPost, aReply, aLike, services } = api
const { database, ids } = services
const { worker, aWebhook, webhooksOf } = webhooks(api)
type Person = Awaited<ReturnType<typeof aUser>>

test('posts that the owner cannot see are not sent', async () => {
  const [ada, blocker, muted, ben] = [await aUser(), await aUser(), await aUser(), await aUser()]
  const { payloads } = await aWebhook(ada, 'subscription { postCreated { content } }')
  const block = { id: ids.next(), blockerId: blocker.id, blockedId: ada.id }
  await database.block.create({ data: block })
  await database.mute.create({ data: { id: ids.next(), muterId: ada.id, mutedId: muted.id } })
  await aPost({ by: blocker, content: 'Blocked' })
  await aPost({ by: muted, content: 'Muted' })
  await aPost({ by: ben, content: 'Hidden', hiddenAt: new Date() })
  const deleted = await aPost({ by: ben, content: 'Deleted' })
  await database.post.delete({ where: { id: deleted.id } })
  await aPost({ by: ben, content: 'Seen' })
  await worker.run()
  expect(payloads()).toEqual([{ postCreated: { content: 'Seen' } }])
  const [webhook] = await webhooksOf(ada)
  expect(webhook.deliveries.nodes).toHaveLength(1)
})

test('every subscription works as a webhook', async () => {
  const [ada, ben, cleo] = [await aUser(), await aUser(), await aUser()]
  const follow = (follower: Person, followee: Person) =>
    database.follow.create({
      data: { id: ids.next(), followerId: follower.id, followeeId: followee.id },
    })
  await follow(ada, ben)
  const [own, other] = [await aPost({ by: ada }), await aPost({ by: cleo })]
  // What happened before is not theirs.
  await worker.run()
  const hooks = {
    following: await aWebhook(ada, 'subscription { postCreated(scope: FOLLOWING) { content } }'),
    feed: await aWebhook(ada, 'subscription { feedUpdated(scope: FOLLOWING) { newIds reset } }'),
    replies: await aWebhook(
      ada,
      `subscription { replyCreated(postId: "${own.publicId}") { content } }`,
    ),
    followers: await aWebhook(ada, 'subscription { followed { username } }'),
    counts: await aWebhook(
      ada,
      `subscription { postUpdated(ids: ["${own.publicId}"]) { likesCount } }`,
    ),
  }
  const post = await aPost({ by: ben, content: 'By a friend' })
  await aPost({ by: cleo, content: 'By a stranger' })
  const share = (by: Person) =>
    database.feedEvent.create({
      data: { id: ids.next(), kind: 'SHARE', actorId: by.id, postId: other.id },
    })
  await share(ada)
  const { id: shareId } = await share(ben)
  await aReply({ by: ben, to: own, content: 'An answer' })
  await aReply({ by: ben, to: other, content: 'An answer elsewhere' })
  await follow(cleo, ada)
  await aLike({ by: ben, of: own })
  await aLike({ by: cleo, of: own })
  await worker.run()
  expect(hooks.following.payloads()).toEqual([{ postCreated: { content: 'By a friend' } }])
  expect(hooks.feed.payloads()).toEqual(
    expect.arrayContaining([
      { feedUpdated: { newIds: [post.publicId], reset: false } },
      { feedUpdated: { newIds: [toPublicId('Share', shareId)], reset: false } },
    ]),
  )
  expect(hooks.replies.payloads()).toEqual([{ replyCreated: { content: 'An answer' } }])
  expect(hooks.followers.payloads()).toEqual([{ followed: { username: cleo.username } }])
  // Several changes of a post before an attempt are one message.
  expect(hooks.counts.payloads()).toEqual([{ postUpdated: { likesCount: 2 } }])
})

test('notifications are a webhook’s news, when they arrive and when they are read', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { payloads } = await aWebhook(
    ada,
    'subscription { notificationsUpdated { unreadNotificationsCount } }',
  )
  const post = await aPost({ by: ada })
  await aReply({ by: ben, to: post })
  await worker.run()
  const { id: upToId } = await database.notification.findFirstOrThrow({ where: { userId: ada.id } })
  const READ = /* GraphQL */ `
    mutation ($id: ID!) { markNotificationsRead(input: { upToId: $id }) { user { id } } }`
  await as(ada).data('mutation { updateNotificationSettings(input: {}) { user { id } } }')
  await as(ada).data(READ, { id: toPublicId('Notification', upToId) })
  await worker.run()
  const unread = payloads().map((each) => each.notificationsUpdated.unreadNotificationsCount)
  expect(unread).toEqual([1, 0])
})

test('counts of a post are sent every ten seconds at most', async () => {
  const [ada, ben, cleo] = [await aUser(), await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  const subscription = `subscription { postUpdated(ids: ["${post.publicId}"]) { likesCount } }`
  const { payloads } = await aWebhook(ada, subscription)
  await aLike({ by: ben, of: post })
  await worker.run()
  await aLike({ by: cleo, of: post })
  await worker.run()
  expect(payloads()).toEqual([{ postUpdated: { likesCount: 1 } }])
  const [webhook] = await webhooksOf(ada)
  const [waiting, delivered] = webhook.deliveries.nodes
  expect(waiting).toMatchObject({ status: 'PENDING', attempts: 0, payload: null })
  const distance = Date.parse(waiting.nextAttemptAt) - Date.parse(delivered.deliveredAt)
  expect(distance).toBeGreaterThan(8_000)
})
