import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findEmbedded, startEmbedded } from '#api/database/embedded/embedded.ts'
import type { Random } from '#demo/art/random.ts'
import { demoContent } from '#demo/content.ts'
import { emptyDataDir, isolatedEnvironment, startProduct } from '../e2e/server.ts'
import { postmasterOf, runCommand } from '../scripts/process/commands.ts'
import { ROOT } from '../scripts/run.ts'
import { checkRows } from './check.ts'

const MIGRATE = ['api/ops/cli/main.ts', 'migrate']
const SEED = ['api/ops/cli/main.ts', 'seed']
const MIGRATING = `SELECT FROM pg_class WHERE relname = '_prisma_migrations'`
const SEEDING = `SELECT FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND relation = to_regclass('"User"')`

/** A migration of an empty database is killed, and in half of the rounds the database with it. The next one has to bring it to its end. */
export function migrationKilled(random: Random): Promise<string[]> {
  return onEmptyCluster(async (dataDir) => {
    await kill(MIGRATE, dataDir, {
      when: MIGRATING,
      wait: random.between(0, 100),
      database: random.chance(0.5),
    })
    const next = await runCommand(MIGRATE, { DATA_DIR: dataDir })
    const again = await runCommand(MIGRATE, { DATA_DIR: dataDir })
    const problems: string[] = []
    if (next.code !== 0)
      problems.push(`The migration after one that was killed failed: ${next.stderr}`)
    if (again.stdout !== 'The database is up to date.\n')
      problems.push(`A migration was left over: ${again.stdout}${again.stderr}`)
    return problems
  })
}

/** The loading of the demo content is killed. The next start has to load all of it. */
export function seedKilled(random: Random): Promise<string[]> {
  return onEmptyCluster(async (dataDir) => {
    await runCommand(MIGRATE, { DATA_DIR: dataDir })
    await kill(SEED, dataDir, {
      when: SEEDING,
      wait: random.between(0, 250),
      database: random.chance(0.5),
    })
    const product = await startProduct({ DATA_DIR: dataDir, SEED: 'demo', DEMO_USER: 'off' })
    const client = await connect((await findEmbedded(dataDir)) ?? '')
    try {
      const { people, posts, likes } = demoContent(Date.now())
      const { rows } =
        await client.query(`SELECT (SELECT count(*)::int FROM "User") AS "people", (SELECT count(*)::int FROM "Post") AS "posts",
        (SELECT count(*)::int FROM "Like") AS "likes"`)
      // There is no demo user, whose likes are left out.
      const given = likes.filter(({ userId }) => people.some(({ id }) => id === userId))
      const [expected, found] = [
        { people: people.length, posts: posts.length, likes: given.length },
        rows[0],
      ].map((each) => JSON.stringify(each))
      const problems = await checkRows(client, dataDir)
      if (found !== expected)
        problems.push(`Of the demo content ${found} is there instead of ${expected}.`)
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

export interface Moment {
  /** A statement that finds something once it is time. */
  when: string
  /** Milliseconds from then on. */
  wait: number
  /** Whether the database is killed as well. */
  database: boolean
}

/** Runs a command of the product and kills it at a moment, unless it ends before. */
export async function kill(
  args: string[],
  dataDir: string,
  { when, wait, database }: Moment,
): Promise<void> {
  const child = spawn(process.execPath, ['scripts/entry.js', ...args], {
    cwd: ROOT,
    env: isolatedEnvironment({ DATA_DIR: dataDir }),
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await moment(child, dataDir, when)
  await setTimeout(wait)
  if (database) killDatabase(dataDir)
  child.kill('SIGKILL')
  await ended
}

function killDatabase(dataDir: string) {
  try {
    process.kill(postmasterOf(dataDir), 'SIGKILL')
  } catch {
    // The command was faster, and has stopped it.
  }
}

async function moment(child: ChildProcess, dataDir: string, when: string): Promise<void> {
  let url = await findEmbedded(dataDir)
  while (!url && child.exitCode === null) {
    await setTimeout(5)
    url = await findEmbedded(dataDir)
  }
  // Its database may end before it does.
  const client = url && (await connect(url).catch(() => null))
  if (!client) return
  try {
    while (child.exitCode === null && (await client.query(when)).rowCount === 0) await setTimeout(2)
  } catch {
    // It has ended, and its database with it.
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
