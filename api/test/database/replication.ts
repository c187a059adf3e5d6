import pg from 'pg'
import { expect } from 'vitest'
import { createDatabase } from '#api/database/client.ts'
import { migrate } from '#api/database/migrate.ts'
import type { ReplicaTimings } from '#api/database/replicas/replicas.ts'
import { registerCleanup } from '../register-cleanup.ts'
import { type TestServer, testServer } from '../servers/server.ts'
import { type Postgres15, startPostgres15 } from './postgres-15.ts'

/** A replica is not excluded, however slow the machine is and however long a test pauses it. */
export const LENIENT = { pollIntervalMs: 100, timeoutMs: 60_000, maxLagMs: 3_600_000 }
export const STRICT = { ...LENIENT, maxLagMs: 1_000 }
/** Excludes a replica that is silent for a second. */
export const IMPATIENT = { ...LENIENT, timeoutMs: 1_000 }

/** A migrated primary with a streaming standby. */
export interface Replication {
  primary: Postgres15
  standby: Postgres15
  /** A client of the standby. */
  replica: pg.Client
  /** A server of the product that reads from one replica, by default the standby. */
  serverOf(replicaUrl?: string, timings?: ReplicaTimings): Promise<TestServer>
  /** Changes the newest post without an announcement, which shows who reads from the primary. */
  changeNewestPost(content: string): Promise<unknown>
  /** Resolves when the standby has replayed everything. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export async function startReplication(): Promise<Replication> {
  const primary = await startPostgres15(['synchronous_commit=off'])
  await migrate(primary.url)
  const standby = await primary.standby()
  const [direct, replica] = await Promise.all([connect(primary), connect(standby)])
  return {
    primary,
    standby,
    replica,
    serverOf: (replicaUrl = standby.url, timings = LENIENT) =>
      serverOf(primary, replicaUrl, timings),
    changeNewestPost: (content) =>
      direct.query(
        `UPDATE "Post" SET "content" = $1 WHERE "id" = (SELECT max("id"::text)::uuid FROM "Post")`,
        [content],
      ),
    caughtUp: () => caughtUp(direct, replica),
    async stop() {
      await direct.end()
      await replica.end().catch(() => {})
      await standby.stop()
      await primary.stop()
    },
  }
}

async function connect({ url }: Postgres15): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

function serverOf(
  primary: Postgres15,
  replicaUrl: string,
  timings: ReplicaTimings,
): Promise<TestServer> {
  const database = createDatabase(primary.url)
  registerCleanup(() => database.$disconnect())
  return testServer({
    database,
    primary: { target: { url: primary.url, pooled: false }, timings },
    settings: { databaseReplicaUrls: [replicaUrl] },
  })
}

async function caughtUp(direct: pg.Client, replica: pg.Client) {
  const { rows } = await direct.query<{ position: string }>(
    'SELECT pg_current_wal_insert_lsn() AS "position"',
  )
  const replayed = async () => {
    const result = await replica.query(
      'SELECT FROM (SELECT) one WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn',
      [rows[0]?.position],
    )
    return result.rowCount
  }
  await expect.poll(replayed, { interval: 10 }).toBe(1)
}

/** How many replicas a server reads from, by its readiness. */
export async function replicaCounts({ url }: Pick<TestServer, 'url'>): Promise<unknown> {
  return (await (await fetch(`${url}/readyz`)).json()).replicas
}
