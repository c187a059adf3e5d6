import type { GraphQLField } from 'graphql'
import type { Context } from '#api/context.ts'
import type { WebhookChangeKind, WebhookScope } from '#api/database/generated/prisma/enums.ts'

/** A change that the database recorded for webhooks. */
export interface WebhookChange {
  kind: WebhookChangeKind
  /** What the payload shows: the UUID of a post, of a share, or of a user. */
  subjectId: string
}

/** The recorded changes that a webhook is about. */
export interface WebhookTopics {
  kinds: WebhookChangeKind[]
  scope: WebhookScope
  /** UUIDs. Only with TOPICS. */
  topicIds: string[]
}

/**
 * How webhooks use a subscription field. A stream reads what is new since its last event; a webhook
 * reads one recorded change, so that it misses none while no process runs.
 */
export interface WebhookSource<Args, Payload> {
  /** @throws AppError for arguments that a stream refuses, too */
  topics(args: Args, context: Context): WebhookTopics | Promise<WebhookTopics>
  /** The newest change, which a dry run shows, read from the primary. Null if there is none yet. */
  latest(args: Args, context: Context): Promise<WebhookChange | null>
  /** The payload of a change. Null if the viewer cannot see it, or not any more. */
  read(change: WebhookChange, args: Args, context: Context): Promise<Payload | null>
}

type AnySource = WebhookSource<Record<string, unknown>, unknown>

const EXTENSION = 'webhookSource'

/** The `extensions` of a subscription field that webhooks can use. Without them they cannot. */
export function forWebhooks<Args, Payload>(
  source: WebhookSource<Args, Payload>,
): Record<string, unknown> {
  return { [EXTENSION]: source }
}

/** Null for a field that webhooks cannot use. */
export function webhookSourceOf({ extensions }: GraphQLField<unknown, unknown>): AnySource | null {
  return (extensions[EXTENSION] as AnySource | undefined) ?? null
}
