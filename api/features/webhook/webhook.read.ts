import type { Context } from '#api/context.ts'
import type { Webhook, WebhookDelivery } from '#api/database/generated/prisma/client.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { idPage } from '#api/graphql/id-page.ts'
import type { PageArguments } from '#api/graphql/page.ts'

type Needs = Pick<Context, 'database' | 'viewer'>

/** Reads an account's webhooks, newest first. */
export function webhooksOf(
  ownerId: string,
  { database }: Pick<Context, 'database'>,
): Promise<Webhook[]> {
  return database.webhook.findMany({ where: { ownerId }, orderBy: { id: 'desc' } })
}

/** Reads a page of a webhook's deliveries, newest first. */
export function deliveriesPage(webhookId: string, args: PageArguments, context: Context) {
  return idPage({
    list: `deliveries ${webhookId}`,
    args,
    context,
    find: ({ where, ...query }) =>
      context.database.webhookDelivery.findMany({ where: { webhookId, ...where }, ...query }),
  })
}

/** Reads the viewer's own webhooks by id, in the same order. Null for others. */
export async function webhooksById(
  ids: readonly string[],
  { database, viewer }: Needs,
): Promise<(Webhook | null)[]> {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  const where = { id: { in: [...ids] }, ownerId: viewer.id }
  const rows = await database.webhook.findMany({ where })
  return inOrderOf(ids, rows)
}

/** Reads deliveries of the viewer's own webhooks by id, in the same order. Null for others. */
export async function deliveriesById(
  ids: readonly string[],
  { database, viewer }: Needs,
): Promise<(WebhookDelivery | null)[]> {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  const where = { id: { in: [...ids] }, webhook: { ownerId: viewer.id } }
  const rows = await database.webhookDelivery.findMany({ where })
  return inOrderOf(ids, rows)
}
