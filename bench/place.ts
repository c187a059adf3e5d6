import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../scripts/run.ts'

/** Where the benchmark's database, logs and scratch files are. */
export const BENCH_DIR = path.resolve(process.env.BENCH_DIR || path.join(ROOT, '.bench'))
export const RESULTS_DIR = path.join(ROOT, 'bench', 'results')

/** Signs the cookies and cursors of the benchmark's own database, so it guards nothing. */
export const AUTH_SECRET = 'the secret of the benchmarks, which guards nothing'

/** A folder for files that nobody needs after a run. */
export function scratch(name: string): string {
  const folder = path.join(BENCH_DIR, 'scratch')
  mkdirSync(folder, { recursive: true })
  return path.join(folder, name)
}
