import type { Context } from '#api/context.ts'
import type { ChangeBatch } from '#api/live/change-batch.ts'
import { withPresentViewer } from '#api/token-grant.ts'

/**
 * Reads what one batch of changes means for a subscription, with the viewer of that moment. The
 * first batch is a reset. Null ends the stream.
 */
export type ReadPayloads<Payload> = (
  batch: ChangeBatch,
  context: Context,
) => Promise<readonly Payload[] | null>

/** The payloads of a subscription field, for as long as its stream is open. */
export async function* payloads<Payload>(
  context: Context,
  read: ReadPayloads<Payload>,
): AsyncGenerator<Payload> {
  for (;;) {
    const batch = await context.stream?.nextBatch()
    const found = batch && (await read(batch, presentContext(context)))
    if (!found) return
    yield* found
  }
}

/** The context for one event. Its reads use the primary, because a replica may lag behind. */
export function presentContext(context: Context): Context {
  const { stream, primaryReads } = context
  const present = stream ? withPresentViewer(context, stream.viewer) : context
  return { ...present, reads: primaryReads }
}
