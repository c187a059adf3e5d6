import { expect } from 'vitest'
import { createWebhookWorker } from '#api/features/webhook/worker.ts'
import { schema } from '#api/serve/schema.ts'
import { registerCleanup } from '../register-cleanup.ts'
import type { TestApi } from './test-api.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

export const CREATE_WEBHOOK = /* GraphQL */ `
  mutation ($url: String!, $subscription: String!) {
    createWebhook(input: { url: $url, subscription: $subscription }) {
      webhook { id url subscription pausedAt }
      secret
      userErrors { code reason field message }
    }
  }`
export const REDELIVER = /* GraphQL */ `
  mutation ($id: ID!) {
    redeliverWebhook(input: { deliveryId: $id }) {
      delivery { id status } userErrors { code reason }
    }
  }`
export const RESUME = /* GraphQL */ `
  mutation ($id: ID!) {
    resumeWebhook(input: { webhookId: $id }) {
      webhook { id pausedAt } userErrors { code reason }
    }
  }`
export const WEBHOOKS = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      webhooks {
        id
        url
        pausedAt
        deliveries(first: 5) {
          nodes { id status payload attempts nextAttemptAt deliveredAt responseStatus failure }
        }
      }
    }
  }`
export const NEW_POSTS = 'subscription { postCreated { content author { username } isLiked } }'

type Person = Awaited<ReturnType<TestApi['aUser']>>

/** Creates webhooks with receivers, and delivers them. */
export function webhooks({ as, services }: TestApi) {
  const worker = createWebhookWorker({ services, schema })
  registerCleanup(worker.stop)
  return {
    /** Its `run` delivers what is due. */
    worker,
    async aWebhook(by: Person, subscription: string) {
      const receiver = await startWebhookReceiver()
      registerCleanup(receiver.close)
      const variables = { url: receiver.url, subscription }
      const { createWebhook } = await as(by).data(CREATE_WEBHOOK, variables)
      expect(createWebhook.userErrors).toEqual([])
      return {
        receiver,
        /** What has arrived. */
        payloads: () => receiver.messages.map(({ body }) => JSON.parse(body).data),
        secret: createWebhook.secret,
        id: createWebhook.webhook.id,
      }
    },
    /** As their owner sees them. */
    async webhooksOf(person: Person) {
      const { user } = await as(person).data(WEBHOOKS, { id: person.publicId })
      return user.webhooks
    },
  }
}
