import { type ServerName, serverNames } from '../servers/servers.ts'
import type { Measured } from '../workloads/measure.ts'
import type { Mixed } from '../workloads/mixed.ts'
import { perSecond, ratioIn, type Spread, spreadIn } from './statistics.ts'

/** Prints the results of a workload, one row for each server. */
export function printMeasured(measured: Measured): Measured {
  console.log(`\n${measured.workload}, ${measured.connections} connections: ${measured.title}`)
  const rows = serverNames
    .filter((name) => measured.rounds[name])
    .map((name) => rowOf(measured, name))
  printTable([['', '/s', '× sql', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms'], ...rows])
  return measured
}

export function printMixed(mixed: Mixed): Mixed {
  const {
    seconds,
    requestsPerSecond,
    latencies,
    feedAloneP99,
    faults,
    faultCount,
    memoryAtRestMb,
    memoryPeakMb,
  } = mixed
  console.log(
    `\nmixed, ${Math.round(seconds)} s, ${Math.round(requestsPerSecond).toLocaleString('en')} requests a second, ${faultCount} errors`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  const rows = Object.entries(latencies).map(([kind, { count, p50, p99 }]) => [
    kind,
    count.toLocaleString('en'),
    p50.toFixed(1),
    p99.toFixed(1),
  ])
  printTable([
    ['', 'requests', 'p50 ms', 'p99 ms'],
    ...rows,
    ['feed alone', '', '', feedAloneP99.map((p99) => p99.toFixed(1)).join(' and ')],
  ])
  console.log(`  server memory: ${memoryAtRestMb} MB at rest, ${memoryPeakMb} MB peak`)
  return mixed
}

function rowOf(measured: Measured, name: ServerName): string[] {
  return [
    name,
    Math.round(spreadIn(measured, name, perSecond).median).toLocaleString('en'),
    ratio(ratioIn(measured, name, 'sql', perSecond)),
    spreadIn(measured, name, ({ p50 }) => p50).median.toFixed(2),
    spreadIn(measured, name, ({ p95 }) => p95).median.toFixed(2),
    spreadIn(measured, name, ({ p99 }) => p99).median.toFixed(2),
    spreadIn(measured, name, ({ cpu }) => cpu).median.toFixed(3),
  ]
}

export function ratio({ median, low, high }: Spread): string {
  return Number.isNaN(median) ? '–' : `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

export function printTable(rows: readonly (readonly string[])[]): void {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? []
  for (const row of rows)
    console.log(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`,
    )
}
