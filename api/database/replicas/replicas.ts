import { Gauge } from 'prom-client'
import { messageOf } from '#api/lib/operator-error.ts'
import { pause } from '#api/lib/pause.ts'
import { processMetrics } from '#api/telemetry/registry.ts'
import { createBatcher } from '../batch.ts'
import type { QueryClient } from '../client.ts'
import type { ConnectionTarget } from '../connection-target.ts'
import { Probe } from '../probe.ts'
import { PRIMARY_COLUMNS, type PrimaryRow, Replica, type ReplicaOptions } from './replica.ts'
import { PositionHistory } from './timeline.ts'

/** A dead replica is excluded after `pollIntervalMs + timeoutMs` at most. */
export interface ReplicaTimings {
  pollIntervalMs: number
  timeoutMs: number
  /** A replica further behind is excluded. */
  maxLagMs: number
}
const TIMINGS: ReplicaTimings = { pollIntervalMs: 500, timeoutMs: 1_000, maxLagMs: 5_000 }

/** Positions are bytes of the write-ahead log since its beginning. */
export interface Replicas<Reads> {
  /** The reads of the next replica that has reached a position; null if none has. */
  at(position: number): Reads | null
  /** A position of the primary that includes everything committed before the call. */
  position(): Promise<number>
  counts(): ReplicaCounts
  stop(): Promise<void>
}

interface ReplicaCounts {
  used: number
  all: number
}

interface Options<Reads> extends ReplicaOptions<Reads> {
  urls: readonly string[]
  /** May switch to another URL after a promotion. */
  primary: ConnectionTarget
  timings?: ReplicaTimings | undefined
}

/**
 * Polls replicas and excludes those that do not respond or are too far behind.
 * Compares log positions with the primary's, never the clocks of other machines.
 */
export async function followReplicas<Reads>(options: Options<Reads>): Promise<Replicas<Reads>> {
  const monitor = new ReplicaMonitor(options)
  await monitor.start()
  const position = createPositionQuery(options.database)
  return {
    at: (position) => monitor.next(position),
    position: () => position(null),
    counts: () => monitor.counts(),
    stop: () => monitor.stop(),
  }
}

function createPositionQuery(database: QueryClient): (key: null) => Promise<number> {
  return createBatcher(
    async (keys: readonly null[]) => {
      const [row] = await database.rows<{ position: number }>`
        SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS "position"`
      return keys.map(() => row?.position ?? Number.MAX_SAFE_INTEGER)
    },
    { name: 'position', concurrency: 2, maxBatchSize: 64 },
  )
}

class ReplicaMonitor<Reads> {
  readonly #options: Options<Reads>
  readonly #timings: ReplicaTimings
  readonly #replicas: readonly Replica<Reads>[]
  readonly #history: PositionHistory
  readonly #stopping = new AbortController()
  #primaryProbe: Probe<PrimaryRow>
  /** The URL of the primary that last reported its position. */
  #reportedBy: string
  #isPrimaryDown = false
  #roundRobin = 0
  #polling: Promise<void> | null = null

  constructor(options: Options<Reads>) {
    const { urls, primary, timings = TIMINGS } = options
    this.#options = options
    this.#timings = timings
    this.#replicas = urls.map((url) => new Replica(url, timings.timeoutMs, options))
    this.#history = new PositionHistory(timings.maxLagMs)
    this.#primaryProbe = this.#probeOf(primary.url)
    this.#reportedBy = primary.url
  }

  async start(): Promise<void> {
    await this.#poll()
    monitoredReplicas.add(this.#replicas)
    this.#polling = this.#pollRepeatedly().catch((err) =>
      this.#options.log.error({ err }, 'Polling the replicas failed; their state is frozen'),
    )
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    monitoredReplicas.delete(this.#replicas)
    this.#primaryProbe.close()
    await Promise.all([this.#polling, ...this.#replicas.map((replica) => replica.close())])
  }

  next(position: number): Reads | null {
    // After a promotion, positions mean nothing until the new primary has reported its own.
    if (this.#reportedBy !== this.#options.primary.url) return null
    const candidates = this.#replicas.filter((replica) => replica.hasReached(position))
    return candidates[this.#roundRobin++ % candidates.length]?.reads ?? null
  }

  counts(): ReplicaCounts {
    return countReplicas(this.#replicas)
  }

  #probeOf(url: string): Probe<PrimaryRow> {
    return new Probe<PrimaryRow>(url, PRIMARY_COLUMNS, this.#timings.timeoutMs)
  }

  async #pollRepeatedly(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(this.#timings.pollIntervalMs, signal)
      if (!signal.aborted) await this.#poll()
    }
  }

  async #poll(): Promise<void> {
    const { primary } = this.#options
    if (this.#primaryProbe.url !== primary.url) {
      this.#primaryProbe.close()
      this.#primaryProbe = this.#probeOf(primary.url)
    }
    const startedAt = performance.now()
    const [row] = await Promise.all([
      this.#pollPrimary(this.#primaryProbe),
      ...this.#replicas.map((replica) => replica.poll()),
    ])
    if (this.#stopping.signal.aborted) return
    if (row) this.#addPosition(startedAt, row.position)
    for (const replica of this.#replicas) replica.update(this.#history, row)
  }

  /** @returns null when the primary does not respond */
  async #pollPrimary(probe: Probe<PrimaryRow>): Promise<PrimaryRow | null> {
    try {
      return (await probe.poll()).row
    } catch (error) {
      if (!this.#isPrimaryDown && !this.#stopping.signal.aborted)
        this.#options.log.warn(
          { primary: probe.label, reason: messageOf(error) },
          'The primary does not respond, so the lag of replicas is unknown',
        )
      this.#isPrimaryDown = true
      return null
    }
  }

  #addPosition(at: number, position: number) {
    this.#isPrimaryDown = false
    if (this.#reportedBy !== this.#primaryProbe.url) {
      // Positions of the former primary do not compare with those of the new one.
      this.#history.clear()
      for (const replica of this.#replicas) replica.onNewPrimary()
    }
    this.#reportedBy = this.#primaryProbe.url
    this.#history.add(at, position)
  }
}

type CountedReplica = Pick<Replica<unknown>, 'isUsed' | 'isPrimary'>

function countReplicas(replicas: readonly CountedReplica[]): ReplicaCounts {
  const all = replicas.filter(({ isPrimary }) => !isPrimary)
  return { used: all.filter(({ isUsed }) => isUsed).length, all: all.length }
}

/** For the metric. Only tests have more than one list. */
const monitoredReplicas = new Set<readonly CountedReplica[]>()

new Gauge({
  name: 'database_replicas',
  help: 'Replicas of the database, by whether requests read from them.',
  labelNames: ['state'],
  registers: [processMetrics],
  collect() {
    const { used, all } = countReplicas([...monitoredReplicas].flat())
    this.set({ state: 'used' }, used)
    this.set({ state: 'left_out' }, all - used)
  },
})
