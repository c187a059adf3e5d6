import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { mockMutation } from '../../test/network.ts'
import { clickButton, mockAccountApi, openSettings, section } from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'
import { deliveryData, mockDeliveries, mockWebhooks, webhookData } from '../../test/webhooks.ts'

beforeEach(() => mockAccountApi())

const webhooks = () => section('Webhooks')
const webhook = webhookData()

test('a webhook is created, and its secret is shown once', async () => {
  await openSettings()
  expect(await (await webhooks()).findByText('You don’t have a webhook yet.')).toBeInTheDocument()
  await clickButton('Add a webhook')
  const form = await webhooks()
  await waitFor(() => expect(form.getByRole('heading', { name: 'A new webhook' })).toHaveFocus())
  await userEvent.type(form.getByLabelText('Address'), webhook.url)
  const secret = 'whsec_c2VjcmV0'
  const inputs = mockMutation('CreateWebhook', { webhook, secret })
  mockWebhooks([webhook])
  await clickButton('Create webhook')
  expect(await form.findByText(secret)).toBeInTheDocument()
  await waitFor(() => expect(form.getByRole('heading', { name: 'Your secret' })).toHaveFocus())
  expect(inputs).toEqual([
    { url: webhook.url, subscription: expect.stringContaining('postCreated(scope: FOLLOWING)') },
  ])
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(form.getByRole('button', { name: 'Copy secret' }))
  expect(write).toHaveBeenCalledWith(secret)
  expect(await form.findByText(webhook.url)).toBeInTheDocument()
  await clickButton('I’ve saved it')
  expect(form.queryByText(secret)).toBeNull()
  await waitFor(() => expect(form.getByRole('heading', { name: 'Webhooks' })).toHaveFocus())
})

test('problems show at their field, also those that the server finds', async () => {
  await openSettings()
  await clickButton('Add a webhook')
  const form = await webhooks()
  const address = form.getByLabelText('Address')
  await clickButton('Create webhook')
  expect(address).toHaveAccessibleDescription(reasons.WEBHOOK_URL_INVALID)
  await userEvent.type(address, 'https://10.0.0.1/')
  const { WEBHOOK_URL_PRIVATE: message } = reasons
  mockMutation('CreateWebhook', {
    ...{ webhook: null, secret: null },
    userErrors: [{ __typename: 'UserError', reason: 'WEBHOOK_URL_PRIVATE', field: 'url', message }],
  })
  await clickButton('Create webhook')
  await waitFor(() => expect(address).toHaveAccessibleDescription(message))
  await waitFor(() => expect(address).toHaveFocus())
})

test('a dry run shows what would be sent', async () => {
  await openSettings()
  await clickButton('Add a webhook')
  const form = await webhooks()
  const inputs = mockMutation('DryRunWebhook', {
    delivery: {
      ...{ __typename: 'WebhookDelivery', id: 'delivery_1' },
      payload: '{"data":{"postCreated":{"content":"The sun is out"}}}',
    },
  })
  await clickButton('Try it')
  expect(await form.findByText(/"content": "The sun is out"/)).toBeInTheDocument()
  expect(inputs).toEqual([{ subscription: expect.stringContaining('postCreated') }])
  mockMutation('DryRunWebhook', { delivery: null })
  await clickButton('Try it')
  expect(await form.findByText(/no such change yet/)).toBeInTheDocument()
})

test('the result of a dry run is gone when its subscription changes, or another one fails', async () => {
  await openSettings()
  await clickButton('Add a webhook')
  const form = await webhooks()
  const subscription = form.getByLabelText('Subscription')
  mockMutation('DryRunWebhook', {
    delivery: { __typename: 'WebhookDelivery', id: 'delivery_1', payload: '{"old":true}' },
  })
  await clickButton('Try it')
  expect(await form.findByText(/"old": true/)).toBeInTheDocument()
  await userEvent.type(subscription, ' ')
  expect(form.queryByText(/"old": true/)).toBeNull()
  await clickButton('Try it')
  expect(await form.findByText(/"old": true/)).toBeInTheDocument()
  const { WEBHOOK_SUBSCRIPTION_EMPTY: message } = reasons
  mockMutation('DryRunWebhook', {
    delivery: null,
    userErrors: [
      {
        __typename: 'UserError',
        reason: 'WEBHOOK_SUBSCRIPTION_EMPTY',
        field: 'subscription',
        message,
      },
    ],
  })
  await clickButton('Try it')
  await waitFor(() => expect(subscription).toBeInvalid())
  expect(form.queryByText(/"old": true/)).toBeNull()
})

test('messages are listed with their state, and sent again', async () => {
  const deliveries = [
    deliveryData({
      id: 'delivery_3',
      ...{ status: 'PENDING', attempts: 2, nextAttemptAt: '2026-03-06T07:00:00.000Z' },
      ...{ responseStatus: null, failure: 'The connection was refused.' },
    }),
    deliveryData({ id: 'delivery_2', status: 'FAILED', attempts: 14, responseStatus: 500 }),
    deliveryData(),
  ]
  await openSettings({ webhooks: [webhook] })
  mockDeliveries(webhook, deliveries)
  await clickButton(`Messages to ${webhook.url}`)
  const list = await screen.findByRole('list', {
    name: `Messages of the last week to ${webhook.url}`,
  })
  const rows = within(list).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Failed 2 times, next attempt on .*The connection was refused\./),
    expect.stringMatching(/Not deliveredYour server answered 500\./),
    expect.stringMatching(/Delivered \(204\)Send again$/),
  ])
  const delivery = deliveryData({ status: 'PENDING', attempts: 0, responseStatus: null })
  const inputs = mockMutation('RedeliverWebhook', { delivery })
  const [again] = within(rows[2] as HTMLElement).getAllByRole('button')
  await userEvent.click(again as HTMLElement)
  expect(await within(await toasts()).findByText('We’re sending it again')).toBeInTheDocument()
  expect(inputs).toEqual([{ deliveryId: 'delivery_1' }])
})

test('a paused webhook says why, and resumes', async () => {
  const paused = webhookData({ pausedAt: '2026-03-09T05:06:07.000Z' })
  await openSettings({ webhooks: [paused] })
  const shown = await webhooks()
  expect(await shown.findByText(/Paused since 9 March 2026: your/)).toBeInTheDocument()
  const inputs = mockMutation('ResumeWebhook', { webhook: { ...paused, pausedAt: null } })
  await clickButton(`Resume webhook ${paused.url}`)
  expect(await within(await toasts()).findByText('Webhook resumed')).toBeInTheDocument()
  expect(inputs).toEqual([{ webhookId: paused.id }])
  expect(shown.queryByText(/Paused/)).toBeNull()
  expect(shown.queryByRole('button', { name: /^Resume/ })).toBeNull()
})

test('a webhook is deleted after a question', async () => {
  await openSettings({ webhooks: [webhook] })
  await clickButton(`Delete webhook ${webhook.url}`)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this webhook?' }))
  const inputs = mockMutation('DeleteWebhook', { deletedWebhookId: webhook.id })
  mockWebhooks([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('You don’t have a webhook yet.')).toBeInTheDocument()
  expect(inputs).toEqual([{ webhookId: webhook.id }])
})

test('with five webhooks there is no button for another one', async () => {
  const five = Array.from({ length: 5 }, (_, number) => webhookData({ id: `webhook_${number}` }))
  await openSettings({ webhooks: five })
  expect(await (await webhooks()).findByText(/You have 5 webhooks/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull()
})

test('a list that could not be loaded is loaded again', async () => {
  await openSettings({ webhooks: null })
  const part = await webhooks()
  expect(await part.findByText('We couldn’t load your webhooks.')).toBeInTheDocument()
  mockWebhooks([webhook])
  await userEvent.click(part.getByRole('button', { name: 'Try again' }))
  expect(await part.findByText(webhook.url)).toBeInTheDocument()
})

test('a new webhook whose list fails to load again says so', async () => {
  await openSettings()
  await clickButton('Add a webhook')
  const part = await webhooks()
  await userEvent.type(part.getByLabelText('Address'), webhook.url)
  mockMutation('CreateWebhook', { webhook, secret: 'whsec_c2VjcmV0' })
  mockWebhooks(null)
  await clickButton('Create webhook')
  expect(await part.findByText('We couldn’t load your webhooks.')).toBeInTheDocument()
  expect(part.getByText('whsec_c2VjcmV0')).toBeInTheDocument()
  mockWebhooks([webhook])
  await clickButton('Try again')
  expect(await part.findByText(webhook.url)).toBeInTheDocument()
  expect(part.queryByText('We couldn’t load your webhooks.')).toBeNull()
})
