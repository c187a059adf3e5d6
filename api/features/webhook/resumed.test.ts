import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { NEW_POSTS, REDELIVER, RESUME, webhooks } from '#api/test/servers/webhooks.ts'
import { setDisabled } from '../auth/creation/account.write.ts'

const api = await testApi({ settings: { webhookAllowPrivate: true } })
const { as, aUser, aPost, services } = api
const { database } = services
const { worker, aWebhook, webhooksOf } = webhooks(api)

const DAY_MS = 24 * 60 * 60 * 1000
const NOTIFICATIONS =
  'query ($id: ID!) { user(id: $id) { notifications { nodes { __typename } } } }'

type Person = Awaited<ReturnType<typeof aUser>>

/** A receiver that is down, and messages whose first attempt was this many days ago. */
async function anOutage(by: Person, messages: number, daysAgo: number) {
  const { receiver } = await aWebhook(by, NEW_POSTS)
  receiver.respond = (res) => res.writeHead(503).end()
  for (let number = 0; number < messages; number++) await aPost({ by })
  await worker.run()
  await database.webhookDelivery.updateMany({
    where: { webhook: { ownerId: by.id } },
    data: { firstAttemptAt: new Date(Date.now() - daysAgo * DAY_MS) },
  })
}
/** Makes a person's waiting messages due: all, or the newest. */
const makeDue = (by: Person, limit?: number) =>
  database.$executeRaw`
    UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() WHERE "id" IN (
      SELECT d."id" FROM "WebhookDelivery" d JOIN "Webhook" w ON w."id" = d."webhookId"
      WHERE w."ownerId" = ${by.id}::uuid AND d."nextAttemptAt" IS NOT NULL
      ORDER BY d."id" DESC LIMIT ${limit ?? null}::int)`
const deliveriesOf = async (person: Person) => {
  const [{ pausedAt, deliveries }] = await webhooksOf(person)
  return { isPaused: pausedAt !== null, deliveries: deliveries.nodes }
}

test('what waited for a paused webhook has three days of attempts after a redelivery', async () => {
  const ada = await aUser()
  await anOutage(ada, 3, 4)
  await makeDue(ada, 1)
  await worker.run()
  const { isPaused, deliveries } = await deliveriesOf(ada)
  expect(isPaused).toBe(true)
  expect(deliveries).toMatchObject([
    ...[{ status: 'FAILED' }, { status: 'PENDING' }, { status: 'PENDING' }],
  ])
  await as(ada).data(REDELIVER, { id: deliveries[0].id })
  await worker.run()
  const retried = { status: 'PENDING', attempts: 1, responseStatus: 503 }
  expect(await deliveriesOf(ada)).toMatchObject({
    isPaused: false,
    deliveries: [retried, retried, retried],
  })
  const { user } = await as(ada).data(NOTIFICATIONS, { id: ada.publicId })
  expect(user.notifications.nodes).toEqual([{ __typename: 'WebhookPausedNotification' }])
})

test.each([503, 204])(
  'a redelivery during an attempt that ends with %i is sent',
  async (status) => {
    const ada = await aUser()
    const { receiver } = await aWebhook(ada, NEW_POSTS)
    receiver.respond = (res) => res.writeHead(503).end()
    await aPost({ by: ada })
    await worker.run()
    await database.webhookDelivery.updateMany({
      where: { webhook: { ownerId: ada.id } },
      data: { attempts: 0, firstAttemptAt: new Date(Date.now() - 4 * DAY_MS) },
    })
    await makeDue(ada)
    const [{ id }] = (await deliveriesOf(ada)).deliveries
    receiver.respond = async (res) => {
      receiver.respond = (later) => later.writeHead(204).end()
      await as(ada).data(REDELIVER, { id })
      res.writeHead(status).end()
    }
    await worker.run()
    expect(receiver.messages).toHaveLength(3)
    expect(await deliveriesOf(ada)).toMatchObject({
      isPaused: false,
      deliveries: [{ id, status: 'DELIVERED', attempts: 1 }],
    })
  },
)

test('what waited for a paused webhook is sent when its owner resumes it', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  await anOutage(ada, 2, 4)
  await makeDue(ada, 1)
  await worker.run()
  const [{ id }] = await webhooksOf(ada)
  const notFound = { webhook: null, userErrors: [expect.objectContaining({ code: 'NOT_FOUND' })] }
  expect(await as(ben).data(RESUME, { id })).toEqual({ resumeWebhook: notFound })
  expect(await deliveriesOf(ada)).toMatchObject({ isPaused: true })
  await as(ada).data(RESUME, { id })
  await worker.run()
  expect(await deliveriesOf(ada)).toMatchObject({
    isPaused: false,
    deliveries: [{ status: 'FAILED' }, { status: 'PENDING', attempts: 1, responseStatus: 503 }],
  })
})

test('a redelivery of a webhook that is not paused changes no other message', async () => {
  const ada = await aUser()
  await anOutage(ada, 2, 1)
  const { deliveries } = await deliveriesOf(ada)
  await makeDue(ada)
  await as(ada).data(REDELIVER, { id: deliveries[0].id })
  await worker.run()
  expect((await deliveriesOf(ada)).deliveries).toMatchObject([{ attempts: 1 }, { attempts: 2 }])
})

test('what waited for a disabled account has three days of attempts once it is enabled', async () => {
  const ada = await aUser()
  await anOutage(ada, 2, 4)
  await setDisabled(services, ada.id, true)
  await makeDue(ada)
  await setDisabled(services, ada.id, false)
  await worker.run()
  expect(await deliveriesOf(ada)).toMatchObject({
    isPaused: false,
    deliveries: [
      { status: 'PENDING', attempts: 1 },
      { status: 'PENDING', attempts: 1 },
    ],
  })
})
