import { afterBatchWindow } from '#api/lib/batch-window.ts'
import { Turns } from '#api/lib/turns.ts'
import { batchCounts } from '#api/telemetry/batches.ts'
import { currentRequestContext, RequestContext, runWith } from '#api/telemetry/request-context.ts'
import { type Span, tracer } from '#api/telemetry/trace.ts'

interface QueuedCall<Key, Value> {
  key: Key
  request: RequestContext | undefined
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

interface BatchOptions {
  /** The label in metrics and traces. Batchers of the same kind share it. */
  name: string
  /** The maximum number of batches in flight. */
  concurrency: number
  /** The maximum number of keys in a batch. */
  maxBatchSize: number
}

/** All requests of a batch go on at once. Some execute and serialize large results then. */
const turns = new Turns()

/** Starts a span for each traced request. The batch itself is part of the first request's trace. */
function startSpans(
  name: string,
  calls: readonly Pick<QueuedCall<never, never>, 'request'>[],
  batch: RequestContext,
): Span[] {
  if (!tracer) return []
  const spans: Span[] = []
  for (const { request } of calls) {
    const span = request?.span?.startLinked(`wait for ${name}`, spans[0] ?? null)
    if (span) spans.push(span)
  }
  batch.span = spans[0] ?? null
  return spans
}

/**
 * Groups concurrent calls into batches. Keys queue while `concurrency` batches are in flight.
 * @param run returns one value per key, in the same order; an error rejects all calls of the batch
 */
export function createBatcher<Key, Value>(
  run: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { name, concurrency, maxBatchSize }: BatchOptions,
): (key: Key) => Promise<Value> {
  const queue: QueuedCall<Key, Value>[] = []
  const counts = batchCounts(name)
  let inFlight = 0
  let isScheduled = false

  function startBatches() {
    isScheduled = false
    while (inFlight < concurrency && queue.length > 0) void runBatch(queue.splice(0, maxBatchSize))
  }

  async function runBatch(calls: QueuedCall<Key, Value>[]) {
    inFlight++
    counts.waiting -= calls.length
    counts.runs++
    counts.keys += calls.length
    const batch = new RequestContext()
    const spans = startSpans(name, calls, batch)
    try {
      const values = await runWith(batch, () => run(calls.map(({ key }) => key))).finally(() => {
        for (const { request } of calls) if (request) request.statements += batch.statements
        for (const span of spans) span.end()
      })
      for (const [index, { resolve }] of calls.entries())
        turns.run(0, () => resolve(values[index] as Value))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    } finally {
      inFlight--
      startBatches()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, request: currentRequestContext(), resolve, reject })
      counts.waiting++
      if (isScheduled || inFlight >= concurrency) return
      isScheduled = true
      afterBatchWindow(() => queue.length, maxBatchSize, startBatches)
    })
}
