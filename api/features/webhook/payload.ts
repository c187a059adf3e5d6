import { execute } from 'graphql'
import type { Context, Services } from '#api/context.ts'
import { isUnexpected, toPublicResult } from '#api/graphql/masking.ts'
import type { WebhookChange } from '#api/graphql/webhook-source.ts'
import { viewerReads } from '#api/viewer.ts'
import type { Subscription } from './subscription.ts'

/** The context of a webhook's owner. It reads from the primary, because a replica may lag. */
export async function ownerContext(
  services: Services,
  ownerId: string,
  requestId: string,
): Promise<Context | null> {
  const viewer = await viewerReads(services.database)(ownerId)
  if (!viewer) return null
  const { primaryReads: reads } = services
  return { ...services, reads, viewer, requestId, clientAddress: `webhooks of ${ownerId}` }
}

/**
 * Runs a webhook's document for a change, as a stream would.
 * @returns JSON of the result, or null when the owner cannot see the change
 * @throws Error when the result could not be read
 */
export async function readPayload(
  { schema, document, operationName, source, args }: Subscription,
  change: WebhookChange,
  context: Context,
): Promise<string | null> {
  const rootValue = await source.read(change, args, context)
  if (rootValue === null) return null
  const result = await execute({ schema, document, rootValue, contextValue: context })
  // Another attempt may read what is missing now.
  const unexpected = result.errors?.find(isUnexpected)
  if (unexpected) throw unexpected.originalError ?? unexpected
  const { data, errors } = toPublicResult(result, context, operationName)
  return JSON.stringify({ ...(errors && { errors }), data })
}
