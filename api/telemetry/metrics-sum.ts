import { AggregatorRegistry, type Registry } from 'prom-client'

/** The metrics of a process, which can be sent to another one. */
export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * The metrics of all workers together. The counts of dead workers stay in the sum: Prometheus takes
 * a counter that falls for one that began anew, and would add what remains once more.
 */
export class MetricsSum {
  readonly #latest = new Map<number, Metrics>()
  #ended: Promise<Metrics> = Promise.resolve([])

  /** Replaces what is known of a living worker. */
  set(worker: number, metrics: Metrics): void {
    this.#latest.set(worker, metrics)
  }

  /** Keeps the counters and histograms of a worker that died, and drops its gauges. */
  end(worker: number): void {
    const counts = this.#latest.get(worker)?.filter(isCount)
    this.#latest.delete(worker)
    if (counts) this.#ended = this.#ended.then((ended) => add(ended, counts).getMetricsAsJSON())
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    const latest = [...this.#latest.values()]
    return add(...latest, await this.#ended).metrics()
  }
}

const add = (...all: Metrics[]): Registry => AggregatorRegistry.aggregate(all)

/** The types of prom-client declare a number, but it is a word. */
const isCount = ({ type }: Metrics[number]) => ['counter', 'histogram'].includes(String(type))
