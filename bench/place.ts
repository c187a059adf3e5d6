import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../scripts/run.ts'

/** Where the benchmark's database, logs and scratch files are. */
export const BENCH_DIR = path.resolve(process.env.BENCH_DIR || path.join(ROOT, '.bench'))
export const RESULTS_DIR = path.join(ROOT, 'bench', 'results')

/** Signs the cookies and cursors of the benchmark's own database, so it guards nothing. */
export const AUTH_SECRET = 'the secret of the benchmarks, which guards nothing'

const SCRATCH = path.join(BENCH_DIR, 'scratch', String(process.pid))

/** A place for a file or folder that nobody needs after this run; another run at the same time has another. */
export function scratch(name: string): string {
  if (!existsSync(SCRATCH)) {
    mkdirSync(SCRATCH, { recursive: true })
    process.once('exit', () => rmSync(SCRATCH, { recursive: true, force: true }))
  }
  return path.join(SCRATCH, name)
}
