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

const FOLDER = path.resolve(import.meta.dirname, '../../../.test')
const LOCK_TIMEOUT_MS = 120_000
/** The key of an advisory lock. */
const TEMPLATE_LOCK = 4711
/** Tests need no durability. */
const FAST_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
]

/**
 * Starts the bundled PostgreSQL, or uses TEST_DATABASE_URL, and prepares a migrated template.
 * Servers under test connect through TEST_POOLER_URL if it is set. Concurrent runs share the
 * bundled server: each holds a named connection, and the last one stops the server.
 */
export default async function setup(project: TestProject) {
  const run = randomBytes(4).toString('hex')
  const externalUrl = process.env.TEST_DATABASE_URL
  const lock = externalUrl ? null : lockServer()
  const embedded = externalUrl ? null : await startEmbedded(FOLDER, { settings: FAST_SETTINGS })
  const url = externalUrl ?? embedded?.url ?? ''
  const client = new pg.Client({ connectionString: url, application_name: `good_vibes_run_${run}` })
  await client.connect()
  lock?.release()

  const template = await prepareTemplate(client, url)
  const { TEST_POOLER_URL: pooler = null, TEST_FAST_PATH } = process.env
  project.provide('testServer', {
    url,
    pooler,
    template,
    prefix: `test_${run}`,
    hasFastPath: TEST_FAST_PATH !== 'off',
  })

  return async () => {
    await dropClones(client, [`test_${run}`])
    const stopLock = embedded && lockServer()
    const isLast = (await otherRuns(client, run)).length === 0
    await client.end()
    if (isLast) await embedded?.stop()
    stopLock?.release()
  }
}

function lockServer() {
  const lock = tryLock(FOLDER, LOCK_TIMEOUT_MS)
  if (!lock) throw new Error(`Another test run has locked ${FOLDER}.`)
  return lock
}

async function prepareTemplate(client: pg.Client, url: string): Promise<string> {
  const hashes = [
    ...readMigrations().map(({ checksum }) => checksum),
    ...readFunctions().map(({ hash }) => hash),
  ]
  const hash = createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16)
  const template = `template_${hash}`
  await client.query(`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`)
  try {
    const runs = await otherRuns(client)
    const abandoned = (await databases(client, 'test_')).filter(
      (name) => !runs.includes(name.split('_')[1] ?? ''),
    )
    await dropClones(client, abandoned)
    if (!(await databases(client, template)).includes(template)) {
      const unfinished = `unfinished_${template}`
      await client.query(`DROP DATABASE IF EXISTS ${unfinished}`)
      await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`)
      await migrate(Object.assign(new URL(url), { pathname: `/${unfinished}` }).href)
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
    }
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${TEMPLATE_LOCK})`)
  }
  return template
}

/** The names of the other active runs. */
async function otherRuns(client: pg.Client, own?: string): Promise<string[]> {
  const { rows } = await client.query<{ run: string }>(
    `SELECT substr(application_name, 16) AS run FROM pg_stat_activity
     WHERE application_name LIKE 'good\\_vibes\\_run\\_%'`,
  )
  return rows.map(({ run }) => run).filter((run) => run !== own)
}

async function databases(client: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  return rows.map(({ name }) => name)
}

async function dropClones(client: pg.Client, prefixes: string[]) {
  for (const prefix of prefixes) {
    for (const name of await databases(client, prefix))
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}
