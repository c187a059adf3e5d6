import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { hasPgBouncer, startPgBouncer } from '#api/test/pgbouncer.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/postgres-15.ts'
import { ROOT, run } from './run.ts'
import { type Outcome, outcomeOf, removeReport, sumOf } from './test-counts.ts'

// Everything that CI runs, in order. Each part runs even if one before it failed; the last lines name what failed and count all.

const REPORTS = path.join(ROOT, '.test', 'reports')
/** Take long, and say nothing about a database, or bring one: pictures, whether two ways to the same rows write the same bytes, replicas. */
const SAME_ON_ANY_DATABASE = [
  'api/features/media/hostile-pictures.test.ts',
  'api/features/media/picture.test.ts',
  'api/features/media/picture-pool.test.ts',
  'api/serve/fast-path/equality.test.ts',
  'api/database/replicas/replicas.test.ts',
  'api/database/replicas/topology.test.ts',
]
const ended = new AbortController()
const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, failures: [] }
const FAILED: Outcome = { passed: 0, failed: 1, skipped: 0, failures: [] }
const SKIPPED: Outcome = { passed: 0, failed: 0, skipped: 1, failures: [] }

/** A command that passes or fails as one; what it wrote is shown when it fails. */
const check =
  (command: string, ...args: string[]) =>
  async (): Promise<Outcome> => {
    const { code, output } = await run(command, args, { signal: ended.signal })
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

/** The oldest PostgreSQL that is supported, behind a pooler that keeps nothing of a session, and without the fast path. */
async function behindPgBouncer(): Promise<Outcome> {
  if (!hasPostgres15() || !hasPgBouncer()) {
    console.log(
      'Skipped: PostgreSQL 15 or PgBouncer is not here, and they can only be installed by root on Debian.',
    )
    return SKIPPED
  }
  const postgres = await startPostgres15(['synchronous_commit=off'])
  const pooler = await startPgBouncer(postgres.url)
  try {
    return await vitest(
      'api-on-postgresql-15',
      ['--project', 'api', 'api/', ...SAME_ON_ANY_DATABASE.flatMap((file) => ['--exclude', file])],
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
    signal: ended.signal,
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

// Ctrl-C reaches what is running by itself; then nothing more is begun, and what was started for it is stopped.
let over = false
process.on('SIGINT', () => {
  over = true
})
process.on('SIGTERM', () => {
  over = true
  ended.abort()
})

mkdirSync(REPORTS, { recursive: true })
const all: Outcome[] = []
for (const [index, [name, work]] of parts.entries()) {
  console.log(`\n[${index + 1}/${parts.length}] ${name} …`)
  const began = Date.now()
  const outcome = await work()
  if (over) process.exit(130)
  all.push(
    outcome.failed > 0 && outcome.failures.length === 0
      ? { ...outcome, failures: [name] }
      : outcome,
  )
  const verdict =
    outcome.failed > 0 ? `${outcome.failed} FAILED` : outcome.passed > 0 ? 'ok' : 'skipped'
  console.log(
    `[${index + 1}/${parts.length}] ${name}: ${verdict}, ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
}
for (const failure of all.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`)
const { passed, failed, skipped } = sumOf(all)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 ? 1 : 0)
