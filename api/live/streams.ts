import { Gauge } from 'prom-client'
import { processMetrics } from '#api/telemetry/registry.ts'
import { runDetached } from '#api/telemetry/request-context.ts'
import { ChangeBatch } from './change-batch.ts'
import type { Change, Changes } from './changes.ts'
import { type Clock, systemClock } from './clock.ts'
import { Stream, type StreamCaller } from './stream.ts'
import { StreamCounts, TooManyStreams } from './stream-limits.ts'

/** Streams have at most one batch of changes in this time. */
const INTERVAL_MS = 1_000
/** Ends the streams of sessions that have expired, which no change announces. */
const CHECK_INTERVAL_MS = 5 * 60_000

const openStreams = new Gauge({
  name: 'live_streams',
  help: 'Open GraphQL subscriptions.',
  registers: [processMetrics],
})

/** The open streams of this process, which share one look at the change feed each second. */
export class Streams<Viewer extends { id: string }> {
  readonly clock: Clock
  readonly #changes: Changes | null
  readonly #streams = new Set<Stream<Viewer>>()
  readonly #counts = new StreamCounts()
  #pending = new ChangeBatch()
  #isChecking = false
  #isScheduled = false
  #lastTickAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  #expiryTimer: NodeJS.Timeout | null = null

  constructor(changes: Changes | null, clock: Clock = systemClock) {
    this.clock = clock
    this.#changes = changes
    changes?.subscribe((change) => this.#onChange(change))
  }

  /**
   * Opens a stream after another look at the caller's session, so that no change is missed.
   * @throws TooManyStreams, also while the process shuts down or follows no changes
   */
  async open(caller: StreamCaller<Viewer>): Promise<Stream<Viewer>> {
    if (this.#isClosed || !this.#changes) throw new TooManyStreams('perProcess')
    this.#counts.add(caller)
    const stream = new Stream(caller, this.clock)
    this.#streams.add(stream)
    stream.onEnd(() => this.#onEnd(stream))
    openStreams.inc()
    this.#expiryTimer ??= setInterval(() => this.#checkAll(), CHECK_INTERVAL_MS).unref()
    await stream.refresh()
    return stream
  }

  /** Ends every stream at once, and opens no more. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
    if (this.#expiryTimer) clearInterval(this.#expiryTimer)
  }

  #onEnd(stream: Stream<Viewer>): void {
    this.#streams.delete(stream)
    this.#counts.remove(stream.caller)
    openStreams.dec()
  }

  #onChange(change: Change): void {
    if (this.#streams.size === 0) return
    this.#pending.add(change)
    this.#schedule()
  }

  #checkAll(): void {
    this.#isChecking = true
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#streams.size === 0) return
    this.#isScheduled = true
    const waitMs = Math.max(0, this.#lastTickAt + INTERVAL_MS - this.clock.now())
    runDetached(() => this.clock.schedule(() => void this.#tick(), waitMs))
  }

  /** Delivers the changes of the last second to the streams that they concern. */
  async #tick(): Promise<void> {
    this.#lastTickAt = this.clock.now()
    try {
      // Afterwards this process knows of each block that precedes a post in `#pending`.
      await this.#changes?.sync()
      const batch = this.#pending
      this.#pending = new ChangeBatch()
      await this.#refreshChanged(batch)
      for (const stream of this.#streams)
        if (batch.concerns(stream.viewer?.id ?? null)) stream.deliver(batch)
    } catch {
      // The connection is lost, or slow: the next tick tries again.
    }
    this.#isScheduled = false
    if (!this.#pending.isEmpty) this.#schedule()
  }

  /** One batched look-up of all viewers whose session or account has changed. */
  async #refreshChanged(batch: ChangeBatch): Promise<void> {
    const isChecking = this.#isChecking
    this.#isChecking = false
    const changed = [...this.#streams].filter(
      ({ viewer }) =>
        viewer && (isChecking || batch.has('session', viewer.id) || batch.has('user', viewer.id)),
    )
    await Promise.all(changed.map((stream) => stream.refresh()))
  }
}
