import { expect, test } from 'vitest'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { NEW_POSTS, RESUME, webhooks } from '#api/test/servers/webhooks.ts'

const api = await testApi({ settings: { webhookAllowPrivate: true } })
const { as, aUser, aPost, services } = api
const { database } = services
const { worker, aWebhook, webhooksOf } = webhooks(api)

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000)

/** A webhook whose receiver accepts all, with messages that are due now and others for tomorrow. */
async function aBacklog(due: number, later: number) {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver, id } = await aWebhook(ada, NEW_POSTS)
  const post = await aPost({ by: ben })
  await worker.run()
  receiver.messages.length = 0
  const addMessages = (count: number, nextAttemptAt: Date) =>
    database.$executeRaw`
      INSERT INTO "WebhookDelivery" ("id", "webhookId", "kind", "subjectId", "nextAttemptAt")
      SELECT new_id(), ${uuidOf(id)}::uuid, 'POST', ${uuidOf(post.publicId)}::uuid, ${nextAttemptAt}
      FROM generate_series(1, ${count})`
  await addMessages(later, tomorrow())
  await addMessages(due, new Date())
  const isPaused = async () => (await webhooksOf(ada))[0].pausedAt !== null
  return { ada, id, receiver, addMessages, isPaused }
}

test('a webhook is paused whose receiver accepts all, but takes fewer messages than arrive', async () => {
  const { receiver, addMessages, isPaused } = await aBacklog(150, 9_900)
  let added = 0
  receiver.respond = async (res) => {
    if (added++ < 150) await addMessages(2, new Date())
    res.writeHead(204).end()
  }
  await worker.run()
  expect([receiver.messages.length, await isPaused()]).toEqual([100, true])
  await database.webhook.deleteMany()
})

test('a resumed webhook catches up with more than 10,000 waiting messages', async () => {
  const { ada, id, receiver, isPaused } = await aBacklog(250, 10_000)
  await database.webhook.updateMany({ data: { pausedAt: new Date(), leasedUntil: new Date() } })
  receiver.respond = async (res) => {
    // The others are not worth the time.
    if (receiver.messages.length === 250)
      await database.webhookDelivery.updateMany({
        where: { nextAttemptAt: { not: null } },
        data: { nextAttemptAt: tomorrow() },
      })
    res.writeHead(204).end()
  }
  await as(ada).data(RESUME, { id })
  await worker.run()
  expect(receiver.messages.length).toBeGreaterThanOrEqual(250)
  expect(await isPaused()).toBe(false)
})
