import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#api/database/embedded/embedded.ts'
import { withClient } from '#api/lib/pg-client.ts'
import { isBackedUp } from '#api/ops/backup/contents.ts'
import type { Random } from '#demo/random.ts'
import { emptyDataDir } from '../e2e/server.ts'
import { runCommand } from '../scripts/process/commands.ts'
import { checkConsistency } from './check.ts'
import { onEmptyCluster, runAndKill } from './interrupted.ts'

const CLI = 'api/ops/cli/main.ts'
const BACKUP_ACTIVE = `SELECT FROM pg_stat_activity WHERE application_name = 'good-vibes backup' AND state <> 'idle'`
/** Enough rows that a backup takes a while. */
const MORE_POSTS = `
  WITH post AS (
    INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt")
    SELECT uuidv7(), (SELECT "id" FROM "User" LIMIT 1), 'Post ' || number || repeat(' again', 20), 'TEXT', now() FROM generate_series(1, 20000) number
    RETURNING "id", "content")
  INSERT INTO "PostSearch" ("postId", "text", "grams") SELECT "id", lower("content"), '{1,2,3}' FROM post`

/** A database with content and a backup of it, for all rounds. */
export interface BackupFixture {
  dataDir: string
  folder: string
  /** A complete backup. */
  file: string
  /** Checksums of the tables. */
  rows: string
  remove(): void
}

export async function createBackupFixture(): Promise<BackupFixture> {
  const folder = emptyDataDir()
  const dataDir = path.join(folder, 'data')
  await runSuccessfully(['migrate'], dataDir)
  await runSuccessfully(['seed'], dataDir)
  await onDatabase(dataDir, (client) => client.query(MORE_POSTS))
  const file = path.join(folder, 'complete.tar.gz')
  await runSuccessfully(['backup', file], dataDir)
  return {
    dataDir,
    folder,
    file,
    rows: await onDatabase(dataDir, contentsOf),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/**
 * Kills a backup, and the database in half of the rounds. The earlier file has to stay, and the
 * next backup has to work.
 */
export async function killBackup(
  random: Random,
  { dataDir, folder, rows }: BackupFixture,
): Promise<string[]> {
  const target = path.join(folder, 'again.tar.gz')
  const before = Buffer.from('The earlier file.')
  writeFileSync(target, before)
  await runAndKill([CLI, 'backup', target], dataDir, {
    condition: BACKUP_ACTIVE,
    delayMs: random.between(0, 600),
    killsDatabase: random.chance(0.5),
  })
  const problems: string[] = []
  const wasComplete = !readFileSync(target).equals(before)
  if (wasComplete)
    problems.push(
      ...(await checkRestore(target, rows, 'The backup that was killed after its completion')),
    )
  const hasPart = existsSync(`${target}.part`)
  if (hasPart) {
    const outcome = await restore(`${target}.part`)
    // The file may be complete, but not yet renamed.
    const isComplete = outcome.code === 0 && outcome.rows === rows
    if (outcome.code === 0 && !isComplete)
      problems.push('The restore of an incomplete backup succeeded.')
    if (outcome.rows !== '' && !isComplete)
      problems.push('The restore of an incomplete backup changed the database.')
  }
  const next = await runCommand([CLI, 'backup', target], { DATA_DIR: dataDir })
  if (next.code !== 0) problems.push(`The backup after a killed one failed: ${next.stderr}`)
  if (hasPart !== next.stderr.includes('was interrupted; this one replaces it'))
    problems.push(`The message about a killed backup was: ${next.stderr}`)
  if (existsSync(`${target}.part`))
    problems.push('An incomplete backup is left beside the complete one.')
  problems.push(...(await checkRestore(target, rows, 'The backup after a killed one')))
  if ((await onDatabase(dataDir, contentsOf)) !== rows)
    problems.push(`The backup to ${target} changed the database.`)
  rmSync(target, { force: true })
  return problems
}

/**
 * Kills a restore, and the database in half of the rounds. It has to restore everything or nothing.
 */
export function killRestore(random: Random, { file, rows }: BackupFixture): Promise<string[]> {
  return onEmptyCluster(async (dataDir) => {
    await runAndKill([CLI, 'restore', file], dataDir, {
      condition: BACKUP_ACTIVE,
      delayMs: random.between(0, 2_000),
      killsDatabase: random.chance(0.5),
    })
    const hasStarted = existsSync(path.join(dataDir, 'restore-was-begun.txt'))
    const next = await runCommand([CLI, 'restore', file], { DATA_DIR: dataDir })
    const problems: string[] = []
    const isRestored = next.stderr.includes('The database has tables already.')
    if (next.code !== 0 && !isRestored)
      problems.push(`The restore after a killed one failed: ${next.stderr}`)
    const expected = isRestored ? 'Nothing is missing.' : 'was interrupted and rolled back'
    if (hasStarted && !next.stderr.includes(expected))
      problems.push(`The message about a killed restore was: ${next.stderr}`)
    await runSuccessfully(['migrate'], dataDir)
    return onDatabase(dataDir, async (client, url) => {
      const restored = await contentsOf(client)
      if (restored !== rows)
        problems.push(`The restored database is ${restored} instead of ${rows}.`)
      return [...problems, ...(await checkConsistency(url, dataDir))]
    })
  })
}

/** Restores a file into an empty database. */
function restore(file: string): Promise<{ code: number | null; rows: string }> {
  const folder = emptyDataDir()
  const dataDir = path.join(folder, 'data')
  return runCommand([CLI, 'restore', file], { DATA_DIR: dataDir })
    .then(async ({ code }) => ({ code, rows: await onDatabase(dataDir, contentsOf) }))
    .finally(() => rmSync(folder, { recursive: true, force: true }))
}

async function checkRestore(file: string, rows: string, what: string): Promise<string[]> {
  const outcome = await restore(file)
  return outcome.code === 0 && outcome.rows === rows
    ? []
    : [`${what} restores ${outcome.rows} instead of ${rows}.`]
}

/** @returns row count and checksum of each table that a backup contains */
async function contentsOf(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1`,
  )
  const sums: string[] = []
  for (const { name } of tables.filter(isBackedUp)) {
    const { rows } = await client.query<{ sum: string }>(
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)), 0) AS sum FROM ${pg.escapeIdentifier(name)} t`,
    )
    sums.push(`${name} ${rows[0]?.sum}`)
  }
  return sums.join(', ')
}

async function onDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client, url: string) => Promise<Result>,
): Promise<Result> {
  const database = await startEmbedded(dataDir)
  try {
    return await withClient({ connectionString: database.url }, (client) =>
      work(client, database.url),
    )
  } finally {
    await database.stop()
  }
}

async function runSuccessfully(args: string[], dataDir: string): Promise<void> {
  const { code, stderr } = await runCommand([CLI, ...args], { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
}
