import type { BrowserContext } from '@playwright/test'
import { startWebhookReceiver } from '#api/test/servers/webhook-receiver.ts'
import { expect, graphql, post, sharePost, test } from './journey.ts'

test('a member makes a token for a script, which can do what it allows until it is revoked', async ({
  page,
  playwright,
  origin,
  member,
}) => {
  await page.goto('/settings')
  const tokens = page.getByRole('region', { name: 'API tokens' })
  await tokens.getByRole('button', { name: 'Create a token' }).click()
  await tokens.getByLabel('Name').fill('Morning script')
  await tokens.getByRole('checkbox', { name: 'Post, reply, share and upload photos' }).check()
  await tokens.getByRole('button', { name: 'Create token' }).click()
  const secret = await tokens.getByText(/^gv_/).textContent()

  const script = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  })
  const content = `${member.username} has a script that says good morning`
  const created = await script.post('/api/posts', { data: { content } })
  expect(created.status()).toBe(201)
  const { id } = await created.json()
  expect((await script.post(`/api/posts/${id}/like`)).status()).toBe(403)

  await tokens.getByRole('button', { name: 'I’ve saved it' }).click()
  await tokens.getByRole('button', { name: 'Revoke Morning script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(tokens.getByText('You have no tokens.')).toBeVisible()
  expect((await script.get('/api/posts')).status()).toBe(401)

  await page.goto('/')
  await expect(post(page, content)).toBeVisible()
  await script.dispose()
})

/** What the member's server answered to the newest message of a webhook. */
async function answerStatus(context: BrowserContext, origin: string) {
  const { viewer } = await graphql<{
    viewer: { webhooks: { deliveries: { nodes: { responseStatus: number | null }[] } }[] }
  }>(
    context,
    origin,
    '{ viewer { webhooks { deliveries(first: 1) { nodes { responseStatus } } } } }',
  )
  return viewer.webhooks[0]?.deliveries.nodes[0]?.responseStatus
}

test('a webhook is tried, created, fails, and gets its message again', async ({
  page,
  context,
  origin,
  member,
  notified,
}) => {
  const receiver = await startWebhookReceiver((res) => res.writeHead(503).end())
  const postId = await sharePost(context, origin, `${member.username} tells a server`)
  const reply = (content: string) => sharePost(context, origin, content, postId)
  await reply('The first one')
  await page.goto('/settings')
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click()
  await webhooks.getByLabel('Address').fill(receiver.url)
  await webhooks
    .getByLabel('Subscription')
    .fill(`subscription { replyCreated(postId: "${postId}") { content } }`)
  await webhooks.getByRole('button', { name: 'Try it' }).click()
  await expect(webhooks.getByText('"content": "The first one"')).toBeVisible()
  expect(receiver.messages).toEqual([])
  await webhooks.getByRole('button', { name: 'Create webhook' }).click()
  await expect(webhooks.getByText(/^whsec_/)).toBeVisible()
  await webhooks.getByRole('button', { name: 'I’ve saved it' }).click()

  await reply('The second one')
  await expect.poll(() => receiver.messages.length).toBe(1)
  const messages = webhooks.getByRole('button', { name: `Messages to ${receiver.url}` })
  const message = webhooks
    .getByRole('list', { name: `Messages of the last week to ${receiver.url}` })
    .getByRole('listitem')
  // The server stores the answer after it came.
  await expect.poll(() => answerStatus(context, origin)).toBe(503)
  await messages.click()
  await expect(message).toContainText('Your server answered 503.')
  receiver.respond = (res) => res.writeHead(204).end()
  await message.getByRole('button', { name: /^Send the message of .* again$/ }).click()
  await notified('We’re sending it again')
  await expect.poll(() => receiver.messages.length).toBe(2)
  const [failed, sent] = receiver.messages
  expect(sent?.id).toBe(failed?.id)
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    data: { replyCreated: { content: 'The second one' } },
  })

  await webhooks.getByRole('button', { name: `Delete webhook ${receiver.url}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(webhooks.getByText('You don’t have a webhook yet.')).toBeVisible()
  receiver.close()
})
