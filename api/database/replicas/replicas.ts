import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import { messageOf } from '#api/lib/operator-error.ts'
import { processMetrics } from '#api/telemetry/registry.ts'
import { batched } from '../batch.ts'
import { createDatabase, type Database, type Rows } from '../client.ts'
import { CLUSTER, type ConnectionTarget, SwitchableTarget } from '../connection-target.ts'
import { Probe } from '../probe.ts'
import { isUnavailable } from '../unavailable.ts'
import { Course, History } from './timeline.ts'

/** In milliseconds. */
export interface Pace {
  /** Between two looks at all of them, and how long an answer may take: together, how soon a dead one is left out. */
  betweenLooks: number
  patience: number
  /** How far behind a replica may be. */
  mostBehind: number
}
const PACE: Pace = { betweenLooks: 500, patience: 1_000, mostBehind: 5_000 }

/** What questions are asked of, and nothing is changed by. */
export type Reader = Pick<Database, 'rows'>

/** Positions in the log of changes are bytes since its beginning. */
export interface Replicas<Made> {
  /** What reads from a replica that has all up to a position, another each time; null when no replica is that far. */
  at(position: number): Made | null
  /** A position at which all is that was committed before it was asked for. */
  position(): Promise<number>
  counts(): { used: number; all: number }
  stop(): Promise<void>
}

interface Options<Made> {
  urls: readonly string[]
  /** Followed when it changes. */
  primary: ConnectionTarget
  /** On the primary: asked when a replica fails. */
  database: Reader
  maxConnections: number
  log: Logger
  make: (reader: Reader) => Made
  pace?: Pace | undefined
}

export interface PrimaryRow {
  position: number
  cluster: string | null
}
export interface ReplicaRow extends PrimaryRow {
  standby: boolean
  received: number
}

const bytes = (position: string) => `(${position} - '0/0'::pg_lsn)::float8`
export const ON_PRIMARY = `${bytes('pg_current_wal_flush_lsn()')} AS "position", ${CLUSTER} AS "cluster"`
export const ON_REPLICA = `pg_is_in_recovery() AS "standby", coalesce(${bytes('pg_last_wal_replay_lsn()')}, 0) AS "position",
  coalesce(${bytes('pg_last_wal_receive_lsn()')}, 0) AS "received", ${CLUSTER} AS "cluster"`

/**
 * Keeps to the replicas that answer and are not far behind. How far one is behind is told by positions alone: which of the primary's, as
 * they were seen a while ago, it has reached. No clock of another machine is believed.
 */
export async function followReplicas<Made>(options: Options<Made>): Promise<Replicas<Made>> {
  const { urls, primary, database, log, pace = PACE } = options
  const replicas = urls.map((url) => new Replica(url, { ...options, pace }))
  const ending = new AbortController()
  const history = new History(pace.mostBehind)
  let probe = new Probe<PrimaryRow>(primary.url, ON_PRIMARY, pace.patience)
  /** The primary that has told where it is. */
  let known = primary.url
  let next = 0
  let isTold = false

  async function look(): Promise<void> {
    if (probe.url !== primary.url) {
      probe.close()
      probe = new Probe<PrimaryRow>(primary.url, ON_PRIMARY, pace.patience)
    }
    const began = performance.now()
    const [found] = await Promise.all([
      probe.ask().catch(noAnswer),
      ...replicas.map((replica) => replica.look()),
    ])
    if (ending.signal.aborted) return
    if (found) {
      isTold = false
      if (known !== probe.url) startAnew()
      known = probe.url
      history.add(began, found.row.position)
    }
    for (const replica of replicas) replica.judge(history, found?.row ?? null)
  }

  function noAnswer(error: unknown) {
    if (!isTold && !ending.signal.aborted)
      log.warn(
        { primary: probe.place, reason: messageOf(error) },
        'How far replicas are cannot be told: the primary does not say where it is',
      )
    isTold = true
    return null
  }

  /** After a promotion the log goes another way: a replica counts when it has something that is newer than all that was before. */
  function startAnew() {
    history.clear()
    for (const { course } of replicas) course.doubt()
  }

  async function keep() {
    while (!ending.signal.aborted) {
      await setTimeout(pace.betweenLooks, undefined, { signal: ending.signal }).catch(() => {})
      if (!ending.signal.aborted) await look()
    }
  }

  await look()
  followed.add(replicas)
  const kept = keep().catch((err) => log.error({ err }, 'Replicas are not looked after any more'))
  const position = batched(
    async (asked: readonly null[]) => {
      const [row] = await database.rows<{ position: number }>`
        SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS "position"`
      return asked.map(() => row?.position ?? Number.MAX_SAFE_INTEGER)
    },
    { name: 'position', atOnce: 2, size: 64 },
  )
  return {
    at(position) {
      // Of a primary that has just been promoted nothing is known yet.
      if (known !== primary.url) return null
      const fit = replicas.filter((replica) => replica.has(position))
      return fit[next++ % fit.length]?.made ?? null
    },
    position: () => position(null),
    counts: () => countsOf(replicas),
    async stop() {
      ending.abort()
      followed.delete(replicas)
      probe.close()
      await Promise.all([kept, ...replicas.map((replica) => replica.end())])
    },
  }
}

interface Counted {
  isUsed: boolean
  /** The primary may be named among its replicas: nothing is amiss when it is not read from as one. */
  isPrimary: boolean
}

function countsOf(named: readonly Counted[]) {
  const all = named.filter(({ isPrimary }) => !isPrimary)
  return { used: all.filter(({ isUsed }) => isUsed).length, all: all.length }
}

/** For whoever watches: there is one list, but in tests. */
const followed = new Set<readonly Counted[]>()

new Gauge({
  name: 'database_replicas',
  help: 'Replicas of the database, by whether they are read from.',
  labelNames: ['state'],
  registers: [processMetrics],
  collect() {
    const { used, all } = countsOf([...followed].flat())
    this.set({ state: 'used' }, used)
    this.set({ state: 'left_out' }, all - used)
  },
})

class Replica<Made> {
  readonly #probe: Probe<ReplicaRow>
  readonly #options: Options<Made> & { pace: Pace }
  readonly course = new Course()
  isPrimary = false
  #way: SwitchableTarget | null = null
  #database: Database | null = null
  #made: Made | null = null
  #found: ReplicaRow | null = null
  #problem: string | null = 'has not been asked yet'

  constructor(url: string, options: Options<Made> & { pace: Pace }) {
    this.#probe = new Probe(url, ON_REPLICA, options.pace.patience)
    this.#options = options
  }

  get made() {
    return this.#made
  }

  get isUsed() {
    return this.#problem === null
  }

  has(position: number): boolean {
    return this.#problem === null && this.#found !== null && this.#found.position >= position
  }

  async look(): Promise<void> {
    try {
      const { row, pooled } = await this.#probe.ask()
      this.#found = row
      if (!this.#way) this.#open(pooled)
    } catch (error) {
      this.#found = null
      this.#leave(`does not answer: ${messageOf(error)}`)
    }
  }

  #open(pooled: boolean) {
    const { maxConnections, make } = this.#options
    this.#way = new SwitchableTarget({ url: this.#probe.url, pooled })
    this.#database = createDatabase(this.#way, maxConnections)
    this.#made = make(this.#reader(this.#database))
  }

  /** A replica that fails costs nobody an answer. */
  #reader(own: Database): Reader {
    const rows: Rows = async (...query) => {
      try {
        return await own.rows(...query)
      } catch (error) {
        if (isUnavailable(error)) this.#leave(`does not answer: ${messageOf(error)}`)
        return this.#options.database.rows(...query)
      }
    }
    return { rows }
  }

  /** @param primary null while it does not answer, when nobody can tell who is behind it */
  judge(history: History, primary: PrimaryRow | null) {
    if (!this.#found) return
    const problem = this.#problemOf(this.#found, history, primary)
    if (problem) return this.#leave(problem)
    if (this.#problem === null) return
    this.#problem = null
    this.#options.log.info({ replica: this.#probe.place }, 'A replica is read from')
  }

  #problemOf(found: ReplicaRow, history: History, primary: PrimaryRow | null): string | null {
    if (!primary) return this.#problem
    this.isPrimary = found.cluster === primary.cluster && !found.standby
    if (found.cluster !== primary.cluster) return 'belongs to another database'
    if (!found.standby) return 'is no replica'
    if (!this.course.follows(found, primary.position)) return 'has nothing of the new primary yet'
    return history.isNear(found.position) ? null : 'is too far behind'
  }

  #leave(problem: string) {
    if (this.#problem !== problem)
      this.#options.log.warn({ replica: this.#probe.place, problem }, 'A replica is left out')
    this.#problem = problem
    // Who waits for it is answered by the primary instead.
    if (this.#found === null) this.#way?.breakOff()
  }

  async end() {
    this.#probe.close()
    await this.#database?.$disconnect()
  }
}
