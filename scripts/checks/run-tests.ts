import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT, run } from '../run.ts'
import { RESULTS_FILE, type Results, readResults, removeResults } from './results.ts'
import { type Outcome, withSecondLook } from './second-look.ts'

const FOLDER = path.join(ROOT, '.test', 'results')

/** A run that hangs would otherwise wait for each journey. */
const MAX_FAILED_JOURNEYS = 10

export interface TestRun {
  /** The name of the file with the results. */
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** The arguments of a second run of one file. */
  rerunArgs(file: string): string[]
  signal: AbortSignal
}

/** @param files all files of the projects if empty */
export function vitestRun(
  name: string,
  projects: string[],
  signal: AbortSignal,
  { files = [], env = {} }: { files?: string[]; env?: NodeJS.ProcessEnv } = {},
): TestRun {
  const reporters = ['--reporter=default', '--reporter=./scripts/checks/vitest-reporter.ts']
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters]
  return {
    name,
    command: 'vitest',
    args: [...args, ...files],
    env,
    rerunArgs: (file) => [...args, file],
    signal,
  }
}

export function journeysRun(signal: AbortSignal, env: NodeJS.ProcessEnv): TestRun {
  const args = ['test', '--reporter=list,./scripts/checks/playwright-reporter.ts']
  return {
    name: 'journeys',
    command: 'playwright',
    args: [...args, `--max-failures=${MAX_FAILED_JOURNEYS}`],
    rerunArgs: (file) => [...args, '--workers=1', file],
    env,
    signal,
  }
}

/** Runs tests, and each file with failed ones once more. */
export async function runTests(tests: TestRun): Promise<Outcome> {
  const first = await runOnce(tests, tests.name, tests.args)
  // An aborted run has no time for a second look.
  if (tests.signal.aborted) return withSecondLook(first, async () => ({ tests: [], faults: [] }))
  return withSecondLook(first, (file) =>
    runOnce(tests, `${tests.name}-again`, tests.rerunArgs(file)),
  )
}

async function runOnce(
  { command, env, signal }: TestRun,
  name: string,
  args: string[],
): Promise<Results> {
  const file = path.join(FOLDER, `${name}.jsonl`)
  mkdirSync(FOLDER, { recursive: true })
  removeResults(file)
  const options = { env: { ...env, [RESULTS_FILE]: file }, show: true, signal }
  const { code } = await run(command, args, options)
  return readResults(file, code)
}
