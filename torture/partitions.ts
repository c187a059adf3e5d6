import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#api/database/migrate.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'
import { startHarness } from './harness.ts'
import { createLargeDatabase, whileStatementsRun } from './large-database.ts'

const SCRIPT = path.join(import.meta.dirname, '../docs/operating/cluster/partition.sql')
const MAX_TRIES = 200
const PAUSE_MS = 500
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Splits the large tables into partitions while people use the product, and detaches and attaches
 * partitions.
 * @param rows of posts and of likes each
 * @returns problems; null when PostgreSQL 15 is not installed
 */
export async function partitionUnderLoad(rows: number, seed: number): Promise<string[] | null> {
  if (!hasPostgres15()) return null
  const { url, stop } = await startPostgres15()
  try {
    await createLargeDatabase(url, '0.2.0', rows)
    await migrate(url)
    const harness = await startHarness({ seed, settings: { DATABASE_URL: url }, directUrl: url })
    try {
      const problems: string[] = []
      const measure = async (name: string, work: () => Promise<void>) =>
        problems.push(...(await whileStatementsRun({ url, name }, work)))
      await harness.underLoad(async () => {
        await measure('partitions of Post', () => runScript(url, 'Post', 'id'))
        await measure('partitions of Like', () => runScript(url, 'Like', 'postId'))
        await measure('an empty partition', () => detachAndAttach(url, 'DESC'))
      })
      problems.push(...(await harness.check()))
      // Its likes are missing meanwhile, so people cannot use the product.
      await measure('the partition with all likes', () => detachAndAttach(url, 'ASC'))
      return problems
    } finally {
      await harness.stop()
    }
  } finally {
    await stop()
  }
}

/** Posts refer to each other, likes to posts: so posts come first. */
async function runScript(url: string, table: string, key: string): Promise<void> {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const variables = { table, key, from: tomorrow }
  const assignments = Object.entries(variables).flatMap(([name, value]) => [
    '-v',
    `${name}=${value}`,
  ])
  const run = promisify(execFile)
  await untilLocked(() => run('psql', [url, '-q', ...assignments, '-f', SCRIPT]))
}

/** @param order of the partitions by time: detaches and attaches the first one */
async function detachAndAttach(url: string, order: 'ASC' | 'DESC'): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SET lock_timeout = '100ms'`)
    const { rows } = await client.query<{ name: string; bound: string }>(
      `SELECT c.relname AS "name", pg_get_expr(c.relpartbound, c.oid) AS "bound"
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = '"Like"'::regclass ORDER BY c.relname = 'Like_1' DESC, c.relname`,
    )
    const { name, bound } = (order === 'ASC' ? rows[0] : rows.at(-1)) ?? { name: '', bound: '' }
    await untilLocked(async () => {
      const { rowCount } = await client.query('SELECT FROM pg_inherits WHERE inhdetachpending')
      const how = rowCount === 0 ? 'CONCURRENTLY' : 'FINALIZE'
      await client.query(`ALTER TABLE "Like" DETACH PARTITION "${name}" ${how}`)
    })
    await untilLocked(() => client.query(`ALTER TABLE "Like" ATTACH PARTITION "${name}" ${bound}`))
  } finally {
    await client.end()
  }
}

/** Repeats what gives up when a lock is not free at once. */
async function untilLocked(work: () => Promise<unknown>, tries = 1): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (tries === MAX_TRIES || !/lock timeout|deadlock/.test(String(error))) throw error
    await setTimeout(PAUSE_MS)
    await untilLocked(work, tries + 1)
  }
}
