import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#api/database/embedded/embedded.ts'
import { readFunctions } from '#api/database/functions.ts'
import { tryLock } from '#api/database/lock.ts'
import { migrate } from '#api/database/migrate.ts'
import { readMigrations } from '#api/database/migrations-table.ts'
import type {} from './database.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../.test')
const LOCK_PATIENCE = 120_000
const PREPARING = 4711
/** Nothing that a test writes has to survive a power failure. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

/**
 * Before the tests: a PostgreSQL server, the bundled one or that of TEST_DATABASE_URL, with a migrated template; the product comes
 * to it through the pooler of TEST_POOLER_URL where there is one. Runs at the same time share the bundled one: each keeps a
 * connection under its name as a sign of life, by which the others know which clones are in use and the last one out stops the server.
 */
export default async function setup(project: TestProject) {
  const run = randomBytes(4).toString('hex')
  const foreign = process.env.TEST_DATABASE_URL
  const lock = foreign ? null : mutex()
  const embedded = foreign ? null : await startEmbedded(FOLDER, { settings: FAST })
  const url = foreign ?? embedded?.url ?? ''
  const life = new pg.Client({ connectionString: url, application_name: `good_vibes_run_${run}` })
  await life.connect()
  lock?.release()

  const template = await prepare(life, url)
  const { TEST_POOLER_URL: pooler = null, TEST_FAST_PATH } = process.env
  project.provide('testServer', {
    url,
    pooler,
    template,
    prefix: `test_${run}`,
    hasFastPath: TEST_FAST_PATH !== 'off',
  })

  return async () => {
    await dropClones(life, [`test_${run}`])
    const stopping = embedded && mutex()
    const alone = (await otherRuns(life, run)).length === 0
    await life.end()
    if (alone) await embedded?.stop()
    stopping?.release()
  }
}

function mutex() {
  const lock = tryLock(FOLDER, LOCK_PATIENCE)
  if (!lock) throw new Error(`Another test run keeps ${FOLDER} locked.`)
  return lock
}

async function prepare(life: pg.Client, url: string): Promise<string> {
  const texts = [
    ...readMigrations().map(({ checksum }) => checksum),
    ...readFunctions().map(({ hash }) => hash),
  ]
  const template = `template_${createHash('sha256').update(texts.join()).digest('hex').slice(0, 16)}`
  await life.query(`SELECT pg_advisory_lock(${PREPARING})`)
  try {
    const alive = await otherRuns(life)
    const left = (await databases(life, 'test_')).filter(
      (name) => !alive.includes(name.split('_')[1] ?? ''),
    )
    await dropClones(life, left)
    if (!(await databases(life, template)).includes(template)) {
      const unfinished = `unfinished_${template}`
      await life.query(`DROP DATABASE IF EXISTS ${unfinished}`)
      await life.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`)
      await migrate(Object.assign(new URL(url), { pathname: `/${unfinished}` }).href)
      await life.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
    }
  } finally {
    await life.query(`SELECT pg_advisory_unlock(${PREPARING})`)
  }
  return template
}

/** The names of runs that are alive, but for one's own. */
async function otherRuns(life: pg.Client, own?: string): Promise<string[]> {
  const { rows } = await life.query<{ run: string }>(
    `SELECT substr(application_name, 16) AS run FROM pg_stat_activity WHERE application_name LIKE 'good\\_vibes\\_run\\_%'`,
  )
  return rows.map(({ run }) => run).filter((run) => run !== own)
}

async function databases(life: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await life.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  return rows.map(({ name }) => name)
}

async function dropClones(life: pg.Client, prefixes: string[]) {
  for (const prefix of prefixes) {
    for (const name of await databases(life, prefix))
      await life.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}
