import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../scripts/run.ts'

/** Directory of the benchmark's database, logs and temporary files. */
export const BENCH_DIR = path.resolve(process.env.BENCH_DIR || path.join(ROOT, '.bench'))
export const RESULTS_DIR = path.join(ROOT, 'bench', 'results')

/** Signs cookies and cursors for the benchmark's database only. */
export const AUTH_SECRET = 'the secret of the benchmarks, which guards nothing'

const SCRATCH_DIR = path.join(BENCH_DIR, 'scratch', String(process.pid))

/** @returns the path of a temporary file or folder of this process */
export function scratchPath(name: string): string {
  if (!existsSync(SCRATCH_DIR)) {
    mkdirSync(SCRATCH_DIR, { recursive: true })
    process.once('exit', () => rmSync(SCRATCH_DIR, { recursive: true, force: true }))
  }
  return path.join(SCRATCH_DIR, name)
}
