import type { Logger } from 'pino'
import { messageOf } from '#api/lib/operator-error.ts'
import { createDatabase, type Database, type QueryClient, type QueryRows } from '../client.ts'
import { CLUSTER_ID, SwitchableTarget } from '../connection-target.ts'
import { Probe } from '../probe.ts'
import { isUnavailable } from '../unavailable.ts'
import { type PositionHistory, ReplicaTimeline } from './timeline.ts'

/** Positions are bytes of the write-ahead log since its beginning. */
export interface PrimaryRow {
  position: number
  cluster: string | null
}
export interface ReplicaRow extends PrimaryRow {
  standby: boolean
  received: number
}

const bytes = (position: string) => `(${position} - '0/0'::pg_lsn)::float8`
export const PRIMARY_COLUMNS = `${bytes('pg_current_wal_flush_lsn()')} AS "position",
  ${CLUSTER_ID} AS "cluster"`
export const REPLICA_COLUMNS = `pg_is_in_recovery() AS "standby",
  coalesce(${bytes('pg_last_wal_replay_lsn()')}, 0) AS "position",
  coalesce(${bytes('pg_last_wal_receive_lsn()')}, 0) AS "received",
  ${CLUSTER_ID} AS "cluster"`

export interface ReplicaOptions<Reads> {
  /** A connection to the primary, which repeats the statements that fail on the replica. */
  database: QueryClient
  maxConnections: number
  log: Logger
  createReads: (client: QueryClient) => Reads
}

/** One replica: its connections, its last position, and whether requests may read from it. */
export class Replica<Reads> {
  readonly #probe: Probe<ReplicaRow>
  readonly #options: ReplicaOptions<Reads>
  readonly #timeline = new ReplicaTimeline()
  /** The list of replicas may include the primary, which is not reported as a problem. */
  isPrimary = false
  #target: SwitchableTarget | null = null
  #database: Database | null = null
  #reads: Reads | null = null
  /** Null when the last poll failed. */
  #lastRow: ReplicaRow | null = null
  #problem: string | null = 'has not been polled yet'

  constructor(url: string, timeoutMs: number, options: ReplicaOptions<Reads>) {
    this.#probe = new Probe(url, REPLICA_COLUMNS, timeoutMs)
    this.#options = options
  }

  get reads() {
    return this.#reads
  }

  get isUsed() {
    return this.#problem === null
  }

  hasReached(position: number): boolean {
    return this.isUsed && this.#lastRow !== null && this.#lastRow.position >= position
  }

  onNewPrimary(): void {
    this.#timeline.onNewPrimary()
  }

  async poll(): Promise<void> {
    try {
      const { row, pooled } = await this.#probe.poll()
      this.#lastRow = row
      if (!this.#target) this.#open(pooled)
    } catch (error) {
      this.#lastRow = null
      this.#exclude(`does not answer: ${messageOf(error)}`)
    }
  }

  #open(pooled: boolean) {
    const { maxConnections, createReads } = this.#options
    this.#target = new SwitchableTarget({ url: this.#probe.url, pooled })
    this.#database = createDatabase(this.#target, maxConnections)
    this.#reads = createReads(this.#withFallback(this.#database))
  }

  /** Repeats a failed statement on the primary. */
  #withFallback(replica: Database): QueryClient {
    const rows: QueryRows = async (...query) => {
      try {
        return await replica.rows(...query)
      } catch (error) {
        if (isUnavailable(error)) this.#exclude(`does not answer: ${messageOf(error)}`)
        return this.#options.database.rows(...query)
      }
    }
    return { rows }
  }

  /** @param primary null when it did not respond; the replica then keeps its state */
  update(history: PositionHistory, primary: PrimaryRow | null) {
    if (!this.#lastRow) return
    const problem = this.#findProblem(this.#lastRow, history, primary)
    if (problem) return this.#exclude(problem)
    if (this.isUsed) return
    this.#problem = null
    this.#options.log.info({ replica: this.#probe.label }, 'Reading from a replica')
  }

  #findProblem(
    row: ReplicaRow,
    history: PositionHistory,
    primary: PrimaryRow | null,
  ): string | null {
    if (!primary) return this.#problem
    this.isPrimary = row.cluster === primary.cluster && !row.standby
    if (row.cluster !== primary.cluster) return 'belongs to another database'
    if (!row.standby) return 'is no replica'
    if (!this.#timeline.isOnTimeline(row, primary.position))
      return 'has no data of the new primary yet'
    return history.isWithinLag(row.position) ? null : 'is too far behind'
  }

  #exclude(problem: string) {
    if (this.#problem !== problem)
      this.#options.log.warn({ replica: this.#probe.label, problem }, 'A replica is not used')
    this.#problem = problem
    // Pending statements fail at once and run on the primary instead.
    if (this.#lastRow === null) this.#target?.closeConnections()
  }

  async close() {
    this.#probe.close()
    await this.#database?.$disconnect()
  }
}
