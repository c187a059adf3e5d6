import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { hasPgBouncer, startPgBouncer } from '#api/test/pgbouncer.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/postgres-15.ts'
import { ROOT, run } from './run.ts'
import { type Outcome, outcomeOf, removeReport, sumOf } from './test-counts.ts'

// Runs every check in order, also after a failure. The last lines list the failures and the totals.

const REPORTS = path.join(ROOT, '.test', 'reports')
/** Slow tests that don't depend on the database, or start their own. */
const DATABASE_INDEPENDENT = [
  'api/features/media/hostile-pictures.test.ts',
  'api/features/media/picture.test.ts',
  'api/features/media/picture-pool.test.ts',
  'api/serve/fast-path/equality.test.ts',
  'api/database/replicas/replicas.test.ts',
  'api/database/replicas/topology.test.ts',
]
const termination = new AbortController()
const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, failures: [] }
const FAILED: Outcome = { passed: 0, failed: 1, skipped: 0, failures: [] }
const SKIPPED: Outcome = { passed: 0, failed: 0, skipped: 1, failures: [] }

/** A command that counts as one test. Its output is printed when it fails. */
const check =
  (command: string, ...args: string[]) =>
  async (): Promise<Outcome> => {
    const { code, output } = await run(command, args, { signal: termination.signal })
    if (code !== 0) console.log(output.trim())
    return code === 0 ? PASSED : FAILED
  }

async function vitest(
  report: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = path.join(REPORTS, `${report}.json`)
  removeReport(file)
  const { code } = await run(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      env,
      show: true,
    },
  )
  return outcomeOf(file, code)
}

/** The oldest supported PostgreSQL, behind a transaction pooler, and without the fast path. */
async function behindPgBouncer(): Promise<Outcome> {
  if (!hasPostgres15() || !hasPgBouncer()) {
    console.log(
      'Skipped: PostgreSQL 15 or PgBouncer is missing, and only root on Debian can install them.',
    )
    return SKIPPED
  }
  const postgres = await startPostgres15(['synchronous_commit=off'])
  const pooler = await startPgBouncer(postgres.url)
  try {
    return await vitest(
      'api-on-postgresql-15',
      ['--project', 'api', 'api/', ...DATABASE_INDEPENDENT.flatMap((file) => ['--exclude', file])],
      { TEST_DATABASE_URL: postgres.url, TEST_POOLER_URL: pooler.url, TEST_FAST_PATH: 'off' },
    )
  } finally {
    await pooler.stop()
    await postgres.stop()
  }
}

async function journeys(): Promise<Outcome> {
  const file = path.join(REPORTS, 'journeys.json')
  removeReport(file)
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    show: true,
    signal: termination.signal,
  })
  return outcomeOf(file, code)
}

const parts: [name: string, work: () => Promise<Outcome>][] = [
  ['Generated files are fresh', check(process.execPath, 'scripts/generate.ts', '--check')],
  ['Types', check(process.execPath, 'scripts/types.ts')],
  ['Lint', check('npm', 'run', '--silent', 'lint')],
  ['Build', check(process.execPath, 'scripts/build.ts')],
  ['Unit and API tests', () => vitest('api', ['--project', 'api'])],
  ['API tests on PostgreSQL 15 behind PgBouncer, without the fast path', behindPgBouncer],
  ['Web tests', () => vitest('web', ['--project', 'web', '--project', 'build'])],
  ['Benchmarks', check(process.execPath, 'bench/main.ts', 'smoke')],
  ['Browser journeys', journeys],
]

// Ctrl-C also reaches the running child process. No further part starts then.
let isInterrupted = false
process.on('SIGINT', () => {
  isInterrupted = true
})
process.on('SIGTERM', () => {
  isInterrupted = true
  termination.abort()
})

mkdirSync(REPORTS, { recursive: true })
const all: Outcome[] = []
for (const [index, [name, work]] of parts.entries()) {
  console.log(`\n[${index + 1}/${parts.length}] ${name} …`)
  const startedAt = Date.now()
  const outcome = await work()
  if (isInterrupted) process.exit(130)
  all.push(
    outcome.failed > 0 && outcome.failures.length === 0
      ? { ...outcome, failures: [name] }
      : outcome,
  )
  const verdict =
    outcome.failed > 0 ? `${outcome.failed} FAILED` : outcome.passed > 0 ? 'ok' : 'skipped'
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`[${index + 1}/${parts.length}] ${name}: ${verdict}, ${seconds} s`)
}
for (const failure of all.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`)
const { passed, failed, skipped } = sumOf(all)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 ? 1 : 0)
