import { expect, test } from 'vitest'
import { killWebhookWorkers } from './webhooks.ts'

test('killed workers lose no message of a webhook, and repeat none with another id', async () => {
  const { problems, messages } = await killWebhookWorkers(1, 3)
  expect(problems).toEqual([])
  expect(messages).toBeGreaterThan(20)
})
