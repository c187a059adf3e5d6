import { hasPgBouncer, startPgBouncer } from '#api/test/database/pgbouncer.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'
import { installPrograms } from './checks/programs.ts'
import { journeysRun, runTests, vitestRun } from './checks/run-tests.ts'
import { secondDatabaseFiles } from './checks/second-database.ts'
import type { Outcome } from './checks/second-look.ts'
import { run } from './run.ts'

// Runs every check in order, also after a failure. The last lines list the failures and the totals.
// With --all, also the whole API suite on the second database, more steps that fail, scripts that
// are lost and pictures, rounds of faults, and memory.

/** More tests than these that fail in one of two runs are no chance. */
const MAX_FLAKY = 5
const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }
const PASSED: Outcome = { ...NOTHING, passed: 1 }
const SKIPPED: Outcome = { ...NOTHING, skipped: 1 }
const failedAs = (failure: string): Outcome => ({ ...NOTHING, failed: 1, failures: [failure] })
const isComplete = process.argv.includes('--all')
/** A run that takes longer hangs. It ends with what failed so far, before CI ends it without. */
const MAX_RUN_MS = (isComplete ? 150 : 75) * 60_000
/** Some tests run more cases. */
const env = isComplete ? { TEST_ALL: 'on' } : {}
const stop = new AbortController()
const { signal } = stop

interface Part {
  name: string
  work(): Promise<Outcome>
}

/** A command that counts as one test. Its output is printed when it fails. */
function command(name: string, program: string, ...args: string[]): Part {
  const work = async () => {
    const { code, output } = await run(program, args, { signal })
    if (code !== 0) console.log(output.trim())
    return code === 0 ? PASSED : failedAs(name)
  }
  return { name, work }
}

const node = (name: string, ...args: string[]) => command(name, process.execPath, ...args)

/** What no test installs. In CI, a missing program fails the run instead of skipping its tests. */
async function programs(): Promise<Outcome> {
  const missing = await installPrograms()
  if (missing.length === 0) return PASSED
  console.log(`Missing: ${missing.join(', ')}. Tests that need them are skipped.`)
  return process.env.CI
    ? failedAs(`Programs: ${missing.join(', ')} could not be installed`)
    : SKIPPED
}

/** The oldest supported PostgreSQL, behind a transaction pooler, and without the fast path. */
async function secondDatabase(): Promise<Outcome> {
  if (!hasPostgres15() || !hasPgBouncer()) return SKIPPED
  const postgres = await startPostgres15(['synchronous_commit=off'])
  const pooler = await startPgBouncer(postgres.url)
  const databaseEnv = {
    TEST_DATABASE_URL: postgres.url,
    TEST_POOLER_URL: pooler.url,
    TEST_FAST_PATH: 'off',
  }
  try {
    const files = isComplete ? ['api/'] : secondDatabaseFiles()
    const options = { files, env: databaseEnv }
    return await runTests(vitestRun('second-database', ['api'], signal, options))
  } finally {
    await pooler.stop()
    await postgres.stop()
  }
}

const torture = () => runTests(vitestRun('torture', ['torture'], signal))

/** The parts of a stage run at the same time. */
const stages: Part[][] = [
  [node('Generated files are fresh', 'scripts/generate.ts', '--check')],
  [
    node('Types', 'scripts/types.ts'),
    command('Lint', 'npm', 'run', '--silent', 'lint'),
    node('Build', 'scripts/build.ts'),
    { name: 'Programs', work: programs },
  ],
  [
    {
      name: 'Unit and API tests',
      work: () => runTests(vitestRun('api', ['api'], signal, { env })),
    },
  ],
  [
    {
      name: 'API tests on PostgreSQL 15 behind PgBouncer, without the fast path',
      work: secondDatabase,
    },
  ],
  [{ name: 'Web tests', work: () => runTests(vitestRun('web', ['web', 'build'], signal)) }],
  [node('Benchmarks', 'bench/main.ts', 'compare')],
  [{ name: 'Browser journeys', work: () => runTests(journeysRun(signal, env)) }],
  ...(isComplete ? [[{ name: 'Faults and memory', work: torture }]] : []),
]
const parts = stages.flat()

async function runPart(part: Part): Promise<Outcome> {
  const label = `[${parts.indexOf(part) + 1}/${parts.length}] ${part.name}`
  if (signal.aborted) return failedAs(`${part.name}: not reached`)
  console.log(`\n${label} …`)
  const startedAt = Date.now()
  const outcome = await part.work()
  const verdict =
    outcome.failed > 0 ? `${outcome.failed} FAILED` : outcome.passed > 0 ? 'ok' : 'skipped'
  console.log(`${label}: ${verdict}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return outcome
}

function report(outcomes: Outcome[]): number {
  const sum = (name: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[name], 0)
  const flaky = outcomes.flatMap((outcome) => outcome.flaky)
  for (const failure of outcomes.flatMap(({ failures }) => failures))
    console.log(`\nFAILED ${failure}`)
  for (const test of flaky) console.log(`\nFLAKY ${test}`)
  if (flaky.length > MAX_FLAKY) console.log(`\nFAILED more than ${MAX_FLAKY} tests are flaky`)
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped, ${flaky.length} flaky`,
  )
  return sum('failed') > 0 || flaky.length > MAX_FLAKY ? 1 : 0
}

// Ctrl-C also reaches the running child process. No further part starts then.
process.on('SIGINT', () => stop.abort())
process.on('SIGTERM', () => stop.abort())
setTimeout(() => {
  console.log(`\nThe run is stopped after ${MAX_RUN_MS / 60_000} minutes.`)
  stop.abort()
}, MAX_RUN_MS).unref()

const outcomes: Outcome[] = []
for (const stage of stages) outcomes.push(...(await Promise.all(stage.map(runPart))))
process.exit(report(outcomes))
