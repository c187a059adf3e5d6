import { afterBatchWindow } from '#api/lib/batch-window.ts'
import { batchCounts } from '#api/telemetry/batches.ts'
import { currentRequestContext, RequestContext, runWith } from '#api/telemetry/request-context.ts'
import { type Span, tracer } from '#api/telemetry/trace.ts'

interface Waiting<Key, Value> {
  key: Key
  /** What the asking is part of. */
  work: RequestContext | undefined
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

interface Bounds {
  /** By which it is known to who watches; several of one kind have the same. */
  name: string
  /** How many runs may be under way at the same time. */
  atOnce: number
  /** How many keys one run takes. */
  size: number
}

/** Of those whose requests are traced; what is done for all of them is part of the first one's. */
function beginWaits(
  name: string,
  some: readonly Pick<Waiting<never, never>, 'work'>[],
  shared: RequestContext,
): Span[] {
  if (!tracer) return []
  const waits: Span[] = []
  for (const { work } of some) {
    const wait = work?.span?.startLinked(`wait for ${name}`, waits[0] ?? null)
    if (wait) waits.push(wait)
  }
  shared.span = waits[0] ?? null
  return waits
}

/**
 * Answers what is asked for at the same time in one run: while as many runs as allowed are under way, keys gather for the next.
 * @param run takes some keys and answers each, in their order; what it throws is the answer to all of them
 */
export function batched<Key, Value>(
  run: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { name, atOnce, size }: Bounds,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = []
  const counts = batchCounts(name)
  let underWay = 0
  let planned = false

  function start() {
    planned = false
    while (underWay < atOnce && waiting.length > 0) void answer(waiting.splice(0, size))
  }

  async function answer(some: Waiting<Key, Value>[]) {
    underWay++
    counts.waiting -= some.length
    counts.runs++
    counts.keys += some.length
    const shared = new RequestContext()
    const waits = beginWaits(name, some, shared)
    try {
      const values = await runWith(shared, () => run(some.map(({ key }) => key))).finally(() => {
        for (const { work } of some) if (work) work.statements += shared.statements
        for (const wait of waits) wait.end()
      })
      for (const [index, { resolve }] of some.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of some) reject(error)
    } finally {
      underWay--
      start()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, work: currentRequestContext(), resolve, reject })
      counts.waiting++
      if (planned || underWay >= atOnce) return
      planned = true
      afterBatchWindow(() => waiting.length, size, start)
    })
}
