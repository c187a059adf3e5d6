import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findEmbedded, startEmbedded } from '#api/database/embedded/embedded.ts'
import { demoContent } from '#demo/content.ts'
import type { Random } from '#demo/random.ts'
import { emptyDataDir, isolatedEnvironment, startProduct } from '../e2e/server.ts'
import { postmasterOf, runCommand } from '../scripts/process/commands.ts'
import { ROOT } from '../scripts/run.ts'
import { checkConsistency } from './check.ts'

const MIGRATE = ['api/ops/cli/main.ts', 'migrate']
const SEED = ['api/ops/cli/main.ts', 'seed']
const MIGRATING = `SELECT FROM pg_class WHERE relname = '_prisma_migrations'`
const SEEDING = `SELECT FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND relation = to_regclass('"User"')`

/**
 * Kills a migration, and the database in half of the rounds. The next migration has to complete.
 */
export function killMigration(random: Random): Promise<string[]> {
  return onEmptyCluster(async (dataDir) => {
    await runAndKill(MIGRATE, dataDir, {
      condition: MIGRATING,
      delayMs: random.between(0, 100),
      killsDatabase: random.chance(0.5),
    })
    const next = await runCommand(MIGRATE, { DATA_DIR: dataDir })
    const again = await runCommand(MIGRATE, { DATA_DIR: dataDir })
    const problems: string[] = []
    if (next.code !== 0) problems.push(`The migration after a killed one failed: ${next.stderr}`)
    if (again.stdout !== 'The database is up to date.\n')
      problems.push(`A migration was incomplete: ${again.stdout}${again.stderr}`)
    return problems
  })
}

/** Kills the loading of the demo content. The next start has to load all of it. */
export function killSeed(random: Random): Promise<string[]> {
  return onEmptyCluster(async (dataDir) => {
    await runCommand(MIGRATE, { DATA_DIR: dataDir })
    await runAndKill(SEED, dataDir, {
      condition: SEEDING,
      delayMs: random.between(0, 250),
      killsDatabase: random.chance(0.5),
    })
    const product = await startProduct({ DATA_DIR: dataDir, SEED: 'demo', DEMO_USER: 'off' })
    const url = (await findEmbedded(dataDir)) ?? ''
    const client = await connect(url)
    try {
      const { people, posts, likes, follows, shares } = demoContent(Date.now())
      const { rows } =
        await client.query(`SELECT (SELECT count(*)::int FROM "User") AS "people", (SELECT count(*)::int FROM "Post") AS "posts",
        (SELECT count(*)::int FROM "Like") AS "likes", (SELECT count(*)::int FROM "Follow") AS "follows",
        (SELECT count(*)::int FROM "FeedEvent" WHERE "kind" = 'SHARE') AS "shares"`)
      // Without a demo user, the likes of that user are left out.
      const demoLikes = likes.filter(({ userId }) => people.some(({ id }) => id === userId))
      const [expected, actual] = [
        {
          people: people.length,
          posts: posts.length,
          likes: demoLikes.length,
          follows: follows.length,
          shares: shares.length,
        },
        rows[0],
      ].map((counts) => JSON.stringify(counts))
      const problems = await checkConsistency(url, dataDir)
      if (actual !== expected)
        problems.push(`The demo content is ${actual} instead of ${expected}.`)
      return problems
    } finally {
      await client.end()
      await product.stop()
    }
  })
}

export async function onEmptyCluster(
  work: (dataDir: string) => Promise<string[]>,
): Promise<string[]> {
  const dataDir = emptyDataDir()
  try {
    await (await startEmbedded(dataDir)).stop()
    return await work(dataDir)
  } finally {
    await (await startEmbedded(dataDir)).stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export interface KillPoint {
  /** A query that returns a row once the command is at work. */
  condition: string
  /** Milliseconds to wait after that. */
  delayMs: number
  /** Whether to kill the database, too. */
  killsDatabase: boolean
}

/** Runs a command of the product and kills it, unless it exits before. */
export async function runAndKill(
  args: string[],
  dataDir: string,
  { condition, delayMs, killsDatabase }: KillPoint,
): Promise<void> {
  const child = spawn(process.execPath, ['scripts/entry.js', ...args], {
    cwd: ROOT,
    env: isolatedEnvironment({ DATA_DIR: dataDir }),
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await waitForCondition(child, dataDir, condition)
  await setTimeout(delayMs)
  if (killsDatabase) killDatabase(dataDir)
  child.kill('SIGKILL')
  await exited
}

function killDatabase(dataDir: string) {
  try {
    process.kill(postmasterOf(dataDir), 'SIGKILL')
  } catch {
    // The command has already stopped the database.
  }
}

async function waitForCondition(
  child: ChildProcess,
  dataDir: string,
  condition: string,
): Promise<void> {
  let url = await findEmbedded(dataDir)
  while (!url && child.exitCode === null) {
    await setTimeout(5)
    url = await findEmbedded(dataDir)
  }
  // The database may stop before the command exits.
  const client = url && (await connect(url).catch(() => null))
  if (!client) return
  try {
    while (child.exitCode === null && (await client.query(condition)).rowCount === 0)
      await setTimeout(2)
  } catch {
    // The command and its database have stopped.
  } finally {
    await client.end()
  }
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}
