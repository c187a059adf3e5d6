import { expect, test } from 'vitest'
import { followChanges } from '#api/live/changes.ts'
import { schema } from '#api/serve/schema.ts'
import { urlOf } from '#api/test/database/database.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { NEW_POSTS, REDELIVER, webhooks } from '#api/test/servers/webhooks.ts'
import { deleteOldDeliveries } from './webhook.job.ts'
import { createWebhookWorker } from './worker.ts'

const api = await testApi({ settings: { webhookAllowPrivate: true } })
const { as, aUser, aPost, aReply, aLike, services, logLines } = api
const { database } = services
const { worker, aWebhook, webhooksOf } = webhooks(api)

/** Makes the next attempt due, and lets the first one be this many days ago. */
const makeDue = (daysAgo = 0) =>
  database.webhookDelivery.updateMany({
    where: { nextAttemptAt: { not: null } },
    data: {
      nextAttemptAt: new Date(Date.now() - 1_000),
      firstAttemptAt: new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000),
    },
  })

test('a failed delivery is tried again with the same id and body', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver } = await aWebhook(ada, 'subscription { postCreated { content likesCount } }')
  receiver.respond = (res) => res.writeHead(500).end()
  const post = await aPost({ by: ben })
  await worker.run()
  const deliveries = async () => (await webhooksOf(ada))[0].deliveries.nodes
  expect(await deliveries()).toMatchObject([
    { status: 'PENDING', attempts: 1, responseStatus: 500, deliveredAt: null },
  ])
  await aLike({ by: ben, of: post })
  await worker.run()
  expect(receiver.messages).toHaveLength(1)
  receiver.respond = (res) => res.destroy()
  await makeDue()
  await worker.run()
  expect(await deliveries()).toMatchObject([
    { status: 'PENDING', attempts: 2, responseStatus: null, failure: 'The connection failed.' },
  ])
  receiver.respond = (res) => res.writeHead(200).end()
  await makeDue()
  await worker.run()
  expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 3, failure: null }])
  expect(new Set(receiver.messages.map(({ id, body }) => id + body)).size).toBe(1)
  expect(receiver.messages).toHaveLength(3)
})

test('nothing more is sent about what its owner can no longer see', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver } = await aWebhook(ada, NEW_POSTS)
  receiver.respond = (res) => res.writeHead(500).end()
  const post = await aPost({ by: ben })
  await worker.run()
  expect(receiver.messages).toHaveLength(1)
  await database.post.delete({ where: { id: post.id } })
  await makeDue()
  await worker.run()
  expect(receiver.messages).toHaveLength(1)
  expect((await webhooksOf(ada))[0].deliveries.nodes).toEqual([])
})

test('after three days a webhook is paused, its owner is notified, and redelivery resumes it', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver, id } = await aWebhook(ada, NEW_POSTS)
  receiver.respond = (res) => res.writeHead(503).end()
  await aPost({ by: ben })
  await worker.run()
  await makeDue(3)
  await worker.run()
  const [webhook] = await webhooksOf(ada)
  expect(webhook.pausedAt).not.toBeNull()
  expect(webhook.deliveries.nodes).toMatchObject([{ status: 'FAILED', nextAttemptAt: null }])
  const { user } = await as(ada).data(
    `query ($id: ID!) { user(id: $id) { notifications { nodes {
      __typename ... on WebhookPausedNotification { webhook { id url } }
    } } } }`,
    { id: ada.publicId },
  )
  expect(user.notifications.nodes).toEqual([
    { __typename: 'WebhookPausedNotification', webhook: { id, url: receiver.url } },
  ])
  // While it is paused, nothing is collected.
  await aPost({ by: ben })
  await worker.run()
  expect((await webhooksOf(ada))[0].deliveries.nodes).toHaveLength(1)
  receiver.respond = (res) => res.writeHead(204).end()
  const { redeliverWebhook } = await as(ada).data(REDELIVER, { id: webhook.deliveries.nodes[0].id })
  expect(redeliverWebhook).toMatchObject({ delivery: { status: 'PENDING' }, userErrors: [] })
  await worker.run()
  const [resumed] = await webhooksOf(ada)
  expect(resumed).toMatchObject({
    pausedAt: null,
    deliveries: { nodes: [{ status: 'DELIVERED' }] },
  })
  expect(new Set(receiver.messages.map(({ id, body }) => id + body)).size).toBe(1)
})

test('a receiver that answers 410 is not tried again', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver } = await aWebhook(ada, NEW_POSTS)
  receiver.respond = (res) => res.writeHead(410).end()
  await aPost({ by: ben })
  await worker.run()
  const [webhook] = await webhooksOf(ada)
  expect(webhook.pausedAt).not.toBeNull()
  expect(webhook.deliveries.nodes).toMatchObject([{ status: 'FAILED', responseStatus: 410 }])
})

test('a webhook with 10,000 waiting messages is paused', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver, id } = await aWebhook(ada, NEW_POSTS)
  receiver.respond = (res) => res.writeHead(503).end()
  const waiting = { webhookId: uuidOf(id), kind: 'POST' as const, subjectId: ben.id }
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000)
  const addWaiting = (count: number) =>
    database.webhookDelivery.createMany({
      data: Array.from({ length: count }, () => ({
        ...{ id: services.ids.next(), ...waiting },
        nextAttemptAt: tomorrow,
      })),
    })
  const isPaused = async () => (await webhooksOf(ada))[0].pausedAt !== null
  await addWaiting(9_998)
  await aPost({ by: ben })
  await worker.run()
  expect([receiver.messages.length, await isPaused()]).toEqual([1, false])
  await aPost({ by: ben })
  await worker.run()
  expect([receiver.messages.length, await isPaused()]).toEqual([2, true])
  await database.webhook.deleteMany({ where: { ownerId: ada.id } })
})

test('workers that run at once send each message once', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const hooks = [
    await aWebhook(ada, NEW_POSTS),
    await aWebhook(ben, NEW_POSTS),
    await aWebhook(ada, NEW_POSTS),
  ]
  const others = Array.from({ length: 3 }, () => createWebhookWorker({ services, schema }))
  for (let number = 0; number < 30; number++) await aPost({ by: ben })
  await Promise.all([worker, ...others].map(({ run }) => run()))
  await worker.run()
  for (const { receiver } of hooks) {
    expect(receiver.messages).toHaveLength(30)
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(30)
  }
})

test('a worker that stops returns what it was sending', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver } = await aWebhook(ada, NEW_POSTS)
  const received = Promise.withResolvers<void>()
  receiver.respond = () => received.resolve()
  await aPost({ by: ben })
  const stopping = createWebhookWorker({ services, schema })
  const run = stopping.run()
  await received.promise
  await stopping.stop()
  await run
  receiver.respond = (res) => res.writeHead(204).end()
  await worker.run()
  expect(receiver.messages).toHaveLength(2)
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1)
})

test('nothing is collected or sent for a disabled account', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver } = await aWebhook(ada, 'subscription { postCreated { content } }')
  const post = await aPost({ by: ben, content: 'earlier' })
  const ofThread = `subscription { replyCreated(postId: "${post.publicId}") { id } }`
  const { receiver: ofReplies } = await aWebhook(ada, ofThread)
  await worker.run()
  receiver.respond = (res) => res.writeHead(503).end()
  await aPost({ by: ben, content: 'before' })
  await worker.run()
  receiver.respond = (res) => res.writeHead(204).end()
  receiver.messages.length = 0
  await database.user.update({ where: { id: ada.id }, data: { disabledAt: new Date() } })
  await aPost({ by: ben, content: 'meanwhile' })
  await aReply({ by: ben, to: post })
  await makeDue()
  await worker.run()
  expect(receiver.messages).toHaveLength(0)
  expect(await database.webhookChange.count()).toBe(0)
  await database.user.update({ where: { id: ada.id }, data: { disabledAt: null } })
  await aPost({ by: ben, content: 'after' })
  await worker.run()
  const contents = receiver.messages.map(({ body }) => JSON.parse(body).data.postCreated.content)
  expect(contents.sort()).toEqual(['after', 'before'])
  expect(ofReplies.messages).toEqual([])
})

test('a running worker hears of changes', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver } = await aWebhook(ada, NEW_POSTS)
  const changes = await followChanges({ url: await urlOf(database) }, services.log)
  registerCleanup(changes.close)
  const running = createWebhookWorker({ services, schema, changes })
  running.start()
  registerCleanup(running.stop)
  const received = Promise.withResolvers<void>()
  receiver.respond = (res) => {
    res.writeHead(204).end()
    received.resolve()
  }
  await aPost({ by: ben })
  await received.promise
})

test('what is tried again after a redelivery stays, and so does what resumes a paused webhook', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const [retried, paused] = [await aWebhook(ada, NEW_POSTS), await aWebhook(ada, NEW_POSTS)]
  for (const { receiver } of [retried, paused]) receiver.respond = (res) => res.writeHead(410).end()
  for (const content of ['first', 'second']) {
    await aPost({ by: ben, content })
    await worker.run()
    await database.webhook.updateMany({ where: { ownerId: ada.id }, data: { pausedAt: null } })
  }
  const deliveriesOf = async (id: string) =>
    (await webhooksOf(ada)).find((webhook: { id: string }) => webhook.id === id).deliveries.nodes
  const [newest, oldest] = await deliveriesOf(retried.id)
  retried.receiver.respond = (res) => res.writeHead(503).end()
  await as(ada).data(REDELIVER, { id: oldest.id })
  await worker.run()
  const [kept] = await deliveriesOf(paused.id)
  const [hook] = await database.webhook.findMany({ where: { url: paused.receiver.url } })
  await database.webhook.update({ where: { id: hook?.id ?? '' }, data: { pausedAt: new Date() } })
  await deleteOldDeliveries(services, Date.now() + 30 * 24 * 60 * 60 * 1000)
  expect(await deliveriesOf(retried.id)).toMatchObject([{ id: oldest.id, status: 'PENDING' }])
  expect(newest.id).not.toBe(oldest.id)
  expect(await deliveriesOf(paused.id)).toMatchObject([{ id: kept.id }])
  paused.receiver.respond = (res) => res.writeHead(204).end()
  await as(ada).data(REDELIVER, { id: kept.id })
  await worker.run()
  expect(await deliveriesOf(paused.id)).toMatchObject([{ id: kept.id, status: 'DELIVERED' }])
})

test('deliveries are deleted after a week', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  await aWebhook(ada, NEW_POSTS)
  await aPost({ by: ben })
  await worker.run()
  const DAY_MS = 24 * 60 * 60 * 1000
  const count = async () => (await webhooksOf(ada))[0].deliveries.nodes.length
  await deleteOldDeliveries(services, Date.now() + 6 * DAY_MS)
  expect(await count()).toBe(1)
  await deleteOldDeliveries(services, Date.now() + 8 * DAY_MS)
  expect(await count()).toBe(0)
  expect(await database.webhookChange.count()).toBe(0)
  expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
