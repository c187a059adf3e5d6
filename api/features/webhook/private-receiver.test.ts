import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { startWebhookReceiver } from '#api/test/servers/webhook-receiver.ts'
import { CREATE_WEBHOOK, NEW_POSTS, webhooks } from '#api/test/servers/webhooks.ts'

// With the settings of an installation: WEBHOOK_ALLOW_PRIVATE is off.
const api = await testApi()
const { as, aUser, aPost, graphql, services } = api
const { worker, webhooksOf } = webhooks(api)

test.each([
  ['https://127.0.0.1/', 'WEBHOOK_URL_PRIVATE'],
  ['https://2130706433/', 'WEBHOOK_URL_PRIVATE'],
  ['https://[::ffff:127.0.0.1]/', 'WEBHOOK_URL_PRIVATE'],
  ['https://localhost:8443/', 'WEBHOOK_URL_PRIVATE'],
  ['http://example.com/', 'WEBHOOK_URL_INVALID'],
  ['https://example.com@127.0.0.1/', 'WEBHOOK_URL_INVALID'],
  ['https://example.com:22/', 'WEBHOOK_PORT_INVALID'],
])('attack 64: no webhook to %s is created', async (url, reason) => {
  const ada = await aUser()
  const { createWebhook } = await as(ada).data(CREATE_WEBHOOK, { url, subscription: NEW_POSTS })
  expect(createWebhook).toMatchObject({
    webhook: null,
    secret: null,
    userErrors: [{ code: 'BAD_INPUT', reason, field: 'url' }],
  })
  expect(await services.database.webhook.count({ where: { ownerId: ada.id } })).toBe(0)
})

test('attack 64: messages do not reach a private address that was allowed once', async () => {
  const ada = await aUser()
  const receiver = await startWebhookReceiver()
  registerCleanup(receiver.close)
  const { context } = as(ada)
  const settings = { ...context.settings, webhookAllowPrivate: true }
  const variables = { url: receiver.url, subscription: NEW_POSTS }
  const document = parse(CREATE_WEBHOOK)
  const { data } = await graphql.execute(document, variables, { ...context, settings })
  expect(data).toMatchObject({ createWebhook: { userErrors: [] } })
  await aPost({ by: await aUser() })
  await worker.run()
  expect(receiver.messages).toEqual([])
  const [webhook] = await webhooksOf(ada)
  expect(webhook.deliveries.nodes).toMatchObject([
    { status: 'PENDING', attempts: 1, responseStatus: null, failure: expect.any(String) },
  ])
})
