import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { NEW_POSTS, RESUME, webhooks } from '#api/test/servers/webhooks.ts'
import { endOtherAccess } from '../auth/password/other-access.ts'

const api = await testApi({ settings: { webhookAllowPrivate: true } })
const { as, aUser, aPost, services } = api
const { database } = services
const { worker, aWebhook } = webhooks(api)

const NOTIFICATIONS = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      notifications { nodes { ... on WebhookPausedNotification { webhook { id } } } }
    }
  }`

test('attack 33: after a change of the sign-in, a webhook sends nothing until its owner resumes it', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver, id } = await aWebhook(ada, NEW_POSTS)
  const { receiver: ofBen } = await aWebhook(ben, NEW_POSTS)
  await aPost({ by: ben, content: 'before' })
  await worker.run()
  await aPost({ by: ben, content: 'not sent yet' })
  for (let times = 1; times <= 2; times++)
    await database.$transaction((transaction) =>
      endOtherAccess(transaction, { userId: ada.id, token: null }),
    )
  await aPost({ by: ben, content: 'meanwhile' })
  await worker.run()
  const contents = () =>
    receiver.messages.map(({ body }) => JSON.parse(body).data.postCreated.content)
  expect(contents()).toEqual(['before'])
  expect(ofBen.messages).toHaveLength(3)
  const { user } = await as(ada).data(NOTIFICATIONS, { id: ada.publicId })
  expect(user.notifications.nodes).toEqual([{ webhook: { id } }])
  const resumed = { webhook: { id, pausedAt: null }, userErrors: [] }
  for (let times = 1; times <= 2; times++)
    expect(await as(ada).data(RESUME, { id })).toEqual({ resumeWebhook: resumed })
  await aPost({ by: ben, content: 'after' })
  await worker.run()
  expect(contents()).toEqual(['before', 'after'])
})
