import { type ServerName, serverNames } from '../servers/servers.ts'
import type { Measured } from '../workloads/measure.ts'
import { perSecond, ratioIn, type Spread, spreadIn } from './statistics.ts'

/** Prints what came of a workload, a line for each server. */
export function printMeasured(measured: Measured): void {
  console.log(`\n${measured.workload}, ${measured.connections} connections: ${measured.title}`)
  const rows = serverNames.filter((name) => measured.rounds[name]).map((name) => rowOf(measured, name))
  printTable([['', '/s', '× sql', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms'], ...rows])
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
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? []
  for (const row of rows)
    console.log(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`,
    )
}
