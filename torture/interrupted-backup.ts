import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#api/database/embedded/embedded.ts'
import { isSaved } from '#api/ops/backup/contents.ts'
import type { Random } from '#demo/art/random.ts'
import { emptyDataDir } from '../e2e/server.ts'
import { runCommand } from '../scripts/process/commands.ts'
import { checkRows } from './check.ts'
import { kill, onEmptyCluster } from './interrupted.ts'

const CLI = 'api/ops/cli/main.ts'
const AT_WORK = `SELECT FROM pg_stat_activity WHERE application_name = 'good-vibes backup' AND state <> 'idle'`
/** So many that saving and restoring them takes a while. */
const MORE_POSTS = `
  WITH post AS (
    INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt")
    SELECT uuidv7(), (SELECT "id" FROM "User" LIMIT 1), 'Post ' || number || repeat(' again', 20), 'TEXT', now() FROM generate_series(1, 20000) number
    RETURNING "id", "content")
  INSERT INTO "PostSearch" ("postId", "text", "grams") SELECT "id", lower("content"), '{1,2,3}' FROM post`

/** A place with content, and a backup of it, for all rounds. */
export interface SavedPlace {
  dataDir: string
  folder: string
  /** A whole backup. */
  file: string
  rows: string
  end(): void
}

export async function openSavedPlace(): Promise<SavedPlace> {
  const folder = emptyDataDir()
  const dataDir = path.join(folder, 'data')
  await succeeds(['migrate'], dataDir)
  await succeeds(['seed'], dataDir)
  await onDatabase(dataDir, (client) => client.query(MORE_POSTS))
  const file = path.join(folder, 'whole.tar.gz')
  await succeeds(['backup', file], dataDir)
  return {
    dataDir,
    folder,
    file,
    rows: await onDatabase(dataDir, contentsOf),
    end: () => rmSync(folder, { recursive: true }),
  }
}

/** A backup is killed, in half of the rounds with its database: what stood under its name stands, and the next one is whole. */
export async function backupKilled(
  random: Random,
  { dataDir, folder, rows }: SavedPlace,
): Promise<string[]> {
  const target = path.join(folder, 'again.tar.gz')
  const before = Buffer.from('What stood there before.')
  writeFileSync(target, before)
  await kill([CLI, 'backup', target], dataDir, {
    when: AT_WORK,
    wait: random.between(0, 600),
    database: random.chance(0.5),
  })
  const problems: string[] = []
  const wasWhole = !readFileSync(target).equals(before)
  if (wasWhole)
    problems.push(
      ...(await restores(target, rows, 'The backup that was killed after it was whole')),
    )
  const left = existsSync(`${target}.part`)
  if (left) {
    const outcome = await restored(`${target}.part`)
    // It may have been whole already, and only not called so yet.
    const isWhole = outcome.code === 0 && outcome.rows === rows
    if (outcome.code === 0 && !isWhole)
      problems.push('Half a backup was restored as if it were whole.')
    if (outcome.rows !== '' && !isWhole)
      problems.push('Something of half a backup is in the database.')
  }
  const next = await runCommand([CLI, 'backup', target], { DATA_DIR: dataDir })
  if (next.code !== 0) problems.push(`The backup after one that was killed failed: ${next.stderr}`)
  if (left !== next.stderr.includes('was broken off before'))
    problems.push(`A backup that was killed is told of as: ${next.stderr}`)
  if (existsSync(`${target}.part`)) problems.push('Half a backup is left beside the whole one.')
  problems.push(...(await restores(target, rows, 'The backup after one that was killed')))
  if ((await onDatabase(dataDir, contentsOf)) !== rows)
    problems.push(`What was backed up to ${target} has changed by that.`)
  rmSync(target, { force: true })
  return problems
}

/** A restore is killed, in half of the rounds with its database: all of it is there, or nothing and the next one does it. */
export function restoreKilled(random: Random, { file, rows }: SavedPlace): Promise<string[]> {
  return onEmptyCluster(async (dataDir) => {
    const moment = { when: AT_WORK, wait: random.between(0, 2_000), database: random.chance(0.5) }
    await kill([CLI, 'restore', file], dataDir, moment)
    const wasBegun = existsSync(path.join(dataDir, 'restore-was-begun.txt'))
    const next = await runCommand([CLI, 'restore', file], { DATA_DIR: dataDir })
    const problems: string[] = []
    const isThere = next.stderr.includes('The database has tables already.')
    if (next.code !== 0 && !isThere)
      problems.push(`The restore after one that was killed failed: ${next.stderr}`)
    const told = isThere ? 'nothing is lacking' : 'what it had done is undone'
    if (wasBegun && !next.stderr.includes(told))
      problems.push(`A restore that was killed is told of as: ${next.stderr}`)
    await succeeds(['migrate'], dataDir)
    return [
      ...problems,
      ...(await onDatabase(dataDir, (client) =>
        differences(client, dataDir, rows, 'What was restored'),
      )),
    ]
  })
}

/** What a place holds after a restore. */
function restored(file: string): Promise<{ code: number | null; rows: string }> {
  const folder = emptyDataDir()
  const dataDir = path.join(folder, 'data')
  return runCommand([CLI, 'restore', file], { DATA_DIR: dataDir })
    .then(async ({ code }) => ({ code, rows: await onDatabase(dataDir, contentsOf) }))
    .finally(() => rmSync(folder, { recursive: true, force: true }))
}

async function restores(file: string, rows: string, what: string): Promise<string[]> {
  const outcome = await restored(file)
  return outcome.code === 0 && outcome.rows === rows
    ? []
    : [`${what} does not give back what was there: ${outcome.rows} instead of ${rows}.`]
}

async function differences(
  client: pg.Client,
  dataDir: string,
  rows: string,
  what: string,
): Promise<string[]> {
  const found = await contentsOf(client)
  return [
    ...(found === rows ? [] : [`${what} is ${found} instead of ${rows}.`]),
    ...(await checkRows(client, dataDir)),
  ]
}

/** All rows of the tables that a backup has, as one number each. */
async function contentsOf(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1`,
  )
  const found: string[] = []
  for (const { name } of tables.filter(isSaved)) {
    const { rows } = await client.query<{ sum: string }>(
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)), 0) AS sum FROM ${pg.escapeIdentifier(name)} t`,
    )
    found.push(`${name} ${rows[0]?.sum}`)
  }
  return found.join(', ')
}

async function onDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await database.stop()
  }
}

async function succeeds(args: string[], dataDir: string): Promise<void> {
  const { code, stderr } = await runCommand([CLI, ...args], { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
}
