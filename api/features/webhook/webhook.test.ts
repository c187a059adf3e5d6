import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import {
  CREATE_WEBHOOK,
  NEW_POSTS,
  REDELIVER,
  WEBHOOKS,
  webhooks,
} from '#api/test/servers/webhooks.ts'
import { reasons } from '#rules/reasons.ts'

const api = await testApi({ settings: { webhookAllowPrivate: true } })
const { as, asDemoUser, anonymous, aUser, aPost, aReply, aLike, services } = api
const { database, ids } = services
const { worker, aWebhook, webhooksOf } = webhooks(api)

const DRY_RUN = /* GraphQL */ `
  mutation ($subscription: String!) {
    dryRunWebhook(input: { subscription: $subscription }) {
      delivery { id status attempts responseStatus payload }
      userErrors { code reason field message }
    }
  }`
const DELETE = /* GraphQL */ `
  mutation ($id: ID!) {
    deleteWebhook(input: { webhookId: $id }) { deletedWebhookId userErrors { code } }
  }`
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'

test('a webhook sends each new post once, signed, as its owner sees it', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { receiver, secret } = await aWebhook(ada, NEW_POSTS)
  expect(secret).toMatch(/^whsec_/)
  const post = await aPost({ by: ben, content: 'The sun is out' })
  await aLike({ by: ada, of: post })
  await worker.run()
  await worker.run()
  const [message, ...others] = receiver.messages
  expect(others).toEqual([])
  const { id, headers, body } = message ?? { id: '', headers: {}, body: '' }
  const verified = new Verifier(secret).verify(body, headers as Record<string, string>)
  expect(verified).toEqual({
    data: {
      postCreated: { content: 'The sun is out', author: { username: ben.username }, isLiked: true },
    },
  })
  expect(headers['content-type']).toBe('application/json')
  expect(() => new Verifier(secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  const [webhook] = await webhooksOf(ada)
  expect(webhook.deliveries.nodes).toMatchObject([
    { id, status: 'DELIVERED', payload: body, attempts: 1, responseStatus: 204, failure: null },
  ])
})

test('only the owner sees a webhook, and nobody its secret', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { id, secret } = await aWebhook(ada, NEW_POSTS)
  await aPost({ by: ben })
  await worker.run()
  const [webhook] = await webhooksOf(ada)
  const deliveryId = webhook.deliveries.nodes[0].id
  const nodesFor = async (caller: typeof anonymous) =>
    (await caller.data(NODES, { ids: [id, deliveryId] })).nodes
  expect(await nodesFor(as(ada))).toEqual([
    { __typename: 'Webhook', id },
    { __typename: 'WebhookDelivery', id: deliveryId },
  ])
  for (const caller of [as(ben), as({ ...ben, role: 'ADMIN' }), anonymous, asDemoUser()]) {
    expect(await nodesFor(caller)).toEqual([null, null])
    expect((await caller.data(WEBHOOKS, { id: ada.publicId })).user.webhooks).toBeNull()
    const expected =
      caller === anonymous || caller.context.viewer?.isDemo ? 'UNAUTHENTICATED' : 'NOT_FOUND'
    expect((await caller.data(DELETE, { id })).deleteWebhook.userErrors).toEqual([
      { code: expected },
    ])
    const { redeliverWebhook } = await caller.data(REDELIVER, { id: deliveryId })
    expect(redeliverWebhook.userErrors).toMatchObject([{ code: expected }])
  }
  const { createWebhook } = await asDemoUser().data(CREATE_WEBHOOK, {
    url: 'https://example.com/',
    subscription: NEW_POSTS,
  })
  expect(createWebhook.userErrors).toMatchObject([{ code: 'UNAUTHENTICATED' }])
  const stored = await database.webhook.findFirstOrThrow({ where: { ownerId: ada.id } })
  expect(JSON.stringify(stored)).not.toContain(secret)
  expect((await as(ada).data(DELETE, { id })).deleteWebhook).toEqual({
    deletedWebhookId: id,
    userErrors: [],
  })
  expect(await webhooksOf(ada)).toEqual([])
})

const refusedDocuments: [document: string, reason: string][] = [
  ['', 'WEBHOOK_SUBSCRIPTION_EMPTY'],
  [`subscription { followed { ${'username '.repeat(1_000)} } }`, 'WEBHOOK_SUBSCRIPTION_TOO_LONG'],
  ...[
    'subscription {',
    'subscription { followed { nothing } }',
    '{ feed { nodes { id } } }',
    'mutation { likePost(input: { postId: "x" }) { userErrors { code } } }',
    'subscription { followed { id } postCreated { id } }',
    'subscription A { followed { id } } subscription B { followed { id } }',
    'subscription ($id: ID!) { replyCreated(postId: $id) { id } }',
    'subscription { ... on Subscription { followed { id } } }',
    'subscription { followed @include(if: true) { id } }',
    'subscription { __typename }',
    'fragment F on User { id }',
    `subscription { followed { ${'posts { nodes { author { '.repeat(5)} id ${'} } } '.repeat(5)} } }`,
    'subscription { followed { posts(first: 100) { nodes { replies(first: 100) { nodes { id } } } } } }',
  ].map((document): [string, string] => [document, 'WEBHOOK_SUBSCRIPTION_INVALID']),
  ['subscription { replyCreated(postId: "post_x") { id } }', 'POST_NOT_FOUND'],
  ['subscription { postCreated(scope: UNANSWERED) { id } }', 'FEED_NOT_LIVE'],
]

test.each(refusedDocuments)('%s is no subscription of a webhook', async (subscription, reason) => {
  const ada = await aUser()
  const { createWebhook } = await as(ada).data(CREATE_WEBHOOK, {
    url: 'https://example.com/',
    subscription,
  })
  expect(createWebhook).toMatchObject({ webhook: null, secret: null, userErrors: [{ reason }] })
  const { dryRunWebhook } = await as(ada).data(DRY_RUN, { subscription })
  expect(dryRunWebhook).toMatchObject({ delivery: null, userErrors: [{ reason }] })
})

test('a dry run shows what would be sent, and sends nothing', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const unsent = { status: 'DRY_RUN', attempts: 0, responseStatus: null }
  const dryRun = async (subscription: string) => {
    const { dryRunWebhook } = await as(ada).data(DRY_RUN, { subscription })
    expect(dryRunWebhook.userErrors).toEqual([])
    const { delivery } = dryRunWebhook
    if (delivery) expect(delivery).toMatchObject(unsent)
    return delivery && JSON.parse(delivery.payload).data
  }
  const followers = 'subscription { followed { username } }'
  expect(await dryRun(followers)).toBeNull()
  await database.follow.create({
    data: { id: ids.next(), followerId: ben.id, followeeId: ada.id },
  })
  expect(await dryRun(followers)).toEqual({ followed: { username: ben.username } })
  const post = await aPost({ by: ada, content: 'The newest' })
  expect(await dryRun('subscription { postCreated { content } }')).toEqual({
    postCreated: { content: 'The newest' },
  })
  const thread = `subscription { replyCreated(postId: "${post.publicId}") { content } }`
  expect(await dryRun(thread)).toBeNull()
  await aReply({ by: ben, to: post, content: 'An answer' })
  expect(await dryRun(thread)).toEqual({ replyCreated: { content: 'An answer' } })
  // A newer share is no new post.
  await database.follow.create({
    data: { id: ids.next(), followerId: ada.id, followeeId: ben.id },
  })
  const other = await aPost({ by: await aUser() })
  const share = { id: ids.next(), kind: 'SHARE' as const, actorId: ben.id, postId: other.id }
  await database.feedEvent.create({ data: share })
  expect(await dryRun('subscription { postCreated(scope: FOLLOWING) { content } }')).toEqual({
    postCreated: { content: 'The newest' },
  })
  await database.feedEvent.delete({ where: { id: share.id } })
  expect(await dryRun('subscription { feedUpdated(scope: FOLLOWING) { newIds } }')).toEqual({
    feedUpdated: { newIds: [post.publicId] },
  })
  expect(await dryRun(`subscription { postUpdated(ids: ["${post.publicId}"]) { id } }`)).toEqual({
    postUpdated: { id: post.publicId },
  })
  expect(await dryRun('subscription { notificationsUpdated { username } }')).toEqual({
    notificationsUpdated: { username: ada.username },
  })
  expect(await webhooksOf(ada)).toEqual([])
})

test('an account has at most five webhooks, also when they are created at once', async () => {
  const ada = await aUser()
  const input = { url: 'https://example.com/', subscription: NEW_POSTS }
  const results = await Promise.all(
    Array.from(
      { length: 8 },
      async () => (await as(ada).data(CREATE_WEBHOOK, input)).createWebhook,
    ),
  )
  expect(results.filter(({ webhook }) => webhook)).toHaveLength(5)
  const [refused] = results.filter(({ webhook }) => !webhook)
  expect(refused.userErrors).toEqual([
    {
      ...{ code: 'CONFLICT', reason: 'TOO_MANY_WEBHOOKS', field: null },
      message: reasons.TOO_MANY_WEBHOOKS,
    },
  ])
  await database.webhook.deleteMany({ where: { ownerId: ada.id } })
})
