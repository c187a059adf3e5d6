import { Counter, Gauge } from 'prom-client'
import { processMetrics } from './registry.ts'

export interface CacheCounts {
  hits: number
  misses: number
}

interface Cache {
  counts: CacheCounts
  /** Weak, so that the metrics do not keep unused caches alive. */
  stores: WeakRef<Sized>[]
}

type Sized = Pick<ReadonlyMap<unknown, unknown>, 'size'>

const caches = new Map<string, Cache>()

const registers = [processMetrics]
new Counter({
  name: 'cache_requests_total',
  help: 'Cache lookups, by result (hit or miss).',
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
  help: 'Entries in the in-memory caches.',
  labelNames: ['cache'],
  registers,
  collect() {
    for (const [cache, { stores }] of caches)
      this.set(
        { cache },
        stores.map((store) => store.deref()?.size ?? 0).reduce((a, b) => a + b, 0),
      )
  },
})

/** Registers a cache for the metrics. Caches of the same name share the returned counts. */
export function cacheCounts(name: string, store: Sized): CacheCounts {
  const cache = caches.get(name) ?? { counts: { hits: 0, misses: 0 }, stores: [] }
  cache.stores = [...cache.stores.filter((each) => each.deref()), new WeakRef(store)]
  caches.set(name, cache)
  return cache.counts
}
