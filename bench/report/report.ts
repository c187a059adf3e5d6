import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { query } from '../../api/database/embedded/cluster.ts'
import { ROOT } from '../../scripts/run.ts'
import { findWrk } from '../load/wrk.ts'
import { RESULTS_DIR } from '../paths.ts'
import type { Starts } from '../start.ts'
import type { Measured, Pace } from '../workloads/measure.ts'
import type { Mixed } from '../workloads/mixed.ts'

/** The machine and the versions of a measurement. */
export interface ReportEnvironment {
  /** ISO date. */
  createdAt: string
  commit: string
  machine: { processor: string; cores: number; memory: string; system: string }
  /** Of the minute before the measurement. */
  loadAverage: number
  versions: Record<string, string>
}

export interface ServeReport extends ReportEnvironment {
  posts: number
  pace: Pace
  measured: Measured[]
  mixed?: Mixed
  starts?: Starts
}

/** Call it before the measurements, because they raise the load average. */
export async function describeEnvironment(clusterUrl: string): Promise<ReportEnvironment> {
  const [row] = await query<{ server_version: string }>(clusterUrl, 'SHOW server_version')
  return {
    createdAt: new Date().toISOString(),
    commit: commit(),
    machine: {
      processor: os.cpus()[0]?.model ?? 'unknown',
      cores: os.availableParallelism(),
      memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
      system: `${os.type()} ${os.release()}`,
    },
    loadAverage: os.loadavg()[0] ?? 0,
    versions: {
      node: process.versions.node,
      postgresql: row?.server_version ?? '',
      wrk: findWrk(),
      pg: versionOf('pg'),
      '@apollo/server': versionOf('@apollo/server'),
      postgraphile: peerVersion('postgraphile'),
    },
  }
}

/**
 * Partial reports go to a subfolder.
 * @returns the path of the file, relative to the project
 */
export function saveReport(
  name: string,
  report: object,
  { complete }: { complete: boolean },
): string {
  const folder = complete ? RESULTS_DIR : path.join(RESULTS_DIR, 'partial')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(report, roundNumber, 1)}\n`)
  return path.relative(ROOT, file)
}

/** Four digits are precise enough. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(4))
    : value
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim()
  } catch {
    return 'unknown'
  }
}

const require = createRequire(import.meta.url)

function versionOf(name: string): string {
  return (require(path.join(ROOT, 'node_modules', name, 'package.json')) as { version: string })
    .version
}

/** @returns the version that `bench/package.json` pins */
function peerVersion(name: string): string {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'bench', 'package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>
  }
  return dependencies[name] ?? 'unknown'
}
