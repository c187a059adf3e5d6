import { Counter, Gauge } from 'prom-client'
import { processMetrics } from './registry.ts'

/** How often something was found in memory, and how often not. */
export interface CacheCounts {
  hits: number
  misses: number
}

interface Cache {
  counts: CacheCounts
  /** What is counted, as long as somebody uses it. */
  kept: WeakRef<Sized>[]
}

type Sized = Pick<ReadonlyMap<unknown, unknown>, 'size'>

const caches = new Map<string, Cache>()

const registers = [processMetrics]
new Counter({
  name: 'cache_requests_total',
  help: 'What was looked for in memory, by whether it was there.',
  labelNames: ['cache', 'result'],
  registers,
  collect() {
    this.reset()
    for (const [cache, { counts }] of caches) {
      this.inc({ cache, result: 'hit' }, counts.hits)
      this.inc({ cache, result: 'miss' }, counts.misses)
    }
  },
})
new Gauge({
  name: 'cache_entries',
  help: 'What is kept in memory.',
  labelNames: ['cache'],
  registers,
  collect() {
    for (const [cache, { kept }] of caches)
      this.set(
        { cache },
        kept.map((each) => each.deref()?.size ?? 0).reduce((a, b) => a + b, 0),
      )
  },
})

/** The counts of a name, for whoever looks something up; those of the same name share them. */
export function cacheCounts(name: string, entries: Sized): CacheCounts {
  const cache = caches.get(name) ?? { counts: { hits: 0, misses: 0 }, kept: [] }
  cache.kept = [...cache.kept.filter((each) => each.deref()), new WeakRef(entries)]
  caches.set(name, cache)
  return cache.counts
}
