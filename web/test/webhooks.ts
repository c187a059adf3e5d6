import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { DeliveryRow_DeliveryFragment } from '../features/webhook/DeliveryRow.generated.ts'
import type { WebhookRow_WebhookFragment } from '../features/webhook/WebhookRow.generated.ts'
import { api } from './api.ts'
import { ada, connection } from './data.ts'
import { network } from './network.ts'

export type WebhookData = Unmasked<WebhookRow_WebhookFragment>
export type DeliveryData = Unmasked<DeliveryRow_DeliveryFragment>

export const webhookData = (fields: Partial<WebhookData> = {}): WebhookData => ({
  __typename: 'Webhook',
  id: 'webhook_1',
  url: 'https://example.org/hook',
  subscription: 'subscription {\n  followed { username }\n}',
  createdAt: '2026-03-04T05:06:07.000Z',
  pausedAt: null,
  ...fields,
})

export const deliveryData = (fields: Partial<DeliveryData> = {}): DeliveryData => ({
  __typename: 'WebhookDelivery',
  id: 'delivery_1',
  createdAt: '2026-03-05T05:06:00.000Z',
  status: 'DELIVERED',
  attempts: 1,
  nextAttemptAt: null,
  responseStatus: 204,
  failure: null,
  ...fields,
})

/** Mocks the viewer's webhooks. Null: they cannot be loaded. */
export function mockWebhooks(webhooks: readonly WebhookData[] | null) {
  network.use(
    api.query('Webhooks', () =>
      webhooks
        ? HttpResponse.json({ data: { viewer: { __typename: 'User', id: ada.id, webhooks } } })
        : HttpResponse.error(),
    ),
  )
}

/** Mocks the messages of a webhook. */
export function mockDeliveries({ id, pausedAt }: WebhookData, deliveries: readonly DeliveryData[]) {
  network.use(
    api.query('WebhookDeliveries', ({ variables }) =>
      HttpResponse.json({
        data: {
          node:
            variables.id === id
              ? {
                  __typename: 'Webhook',
                  id,
                  pausedAt,
                  deliveries: connection('WebhookDelivery', deliveries),
                }
              : null,
        },
      }),
    ),
  )
}
