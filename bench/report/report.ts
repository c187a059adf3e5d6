import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { query } from '../../api/database/embedded/cluster.ts'
import { ROOT } from '../../scripts/run.ts'
import { findWrk } from '../load/wrk.ts'
import { RESULTS_DIR } from '../place.ts'
import type { Starts } from '../start.ts'
import type { Measured, Pace } from '../workloads/measure.ts'
import type { Mixed } from '../workloads/mixed.ts'

/** Where and with what something was measured. */
export interface Circumstances {
  made: string
  commit: string
  machine: { processor: string; cores: number; memory: string; system: string }
  /** Processes that wanted a core, over a minute, before it began. */
  busy: number
  versions: Record<string, string>
}

export interface ServeReport extends Circumstances {
  posts: number
  pace: Pace
  measured: Measured[]
  mixed?: Mixed
  starts?: Starts
}

/** To be asked before the measurements, which make the machine busy. */
export async function circumstances(clusterUrl: string): Promise<Circumstances> {
  const [row] = await query<{ server_version: string }>(clusterUrl, 'SHOW server_version')
  return {
    made: new Date().toISOString(),
    commit: commit(),
    machine: {
      processor: os.cpus()[0]?.model ?? 'unknown',
      cores: os.availableParallelism(),
      memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
      system: `${os.type()} ${os.release()}`,
    },
    busy: os.loadavg()[0] ?? 0,
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

/** Keeps a report beside the code, or out of the way where it is a part of one. */
export function keepReport(name: string, report: object, { whole }: { whole: boolean }): string {
  const folder = whole ? RESULTS_DIR : path.join(RESULTS_DIR, 'partial')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(report, rounded, 1)}\n`)
  return path.relative(ROOT, file)
}

/** More digits than four tell nothing. */
function rounded(_key: string, value: unknown): unknown {
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

/** As `bench/package.json` pins it. */
function peerVersion(name: string): string {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'bench', 'package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>
  }
  return dependencies[name] ?? 'unknown'
}
