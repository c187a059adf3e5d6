import * as z from 'zod/mini'
import { limits } from '#rules/limits.ts'
import type { FixedReason } from '#rules/reasons.ts'

const filled = (reason: FixedReason) =>
  z.string().check(z.refine((text) => text.trim() !== '', reason))

/** What the form checks itself. The server knows the rest. */
export const webhookSchema = z.object({
  url: filled('WEBHOOK_URL_INVALID'),
  subscription: filled('WEBHOOK_SUBSCRIPTION_EMPTY').check(
    z.maxLength(limits.subscriptionLength, 'WEBHOOK_SUBSCRIPTION_TOO_LONG'),
  ),
})

export const exampleSubscription = `subscription {
  postCreated(scope: FOLLOWING) {
    id
    content
    author { username }
  }
}`
