import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { RESULTS_DIR } from '../paths.ts'
import { type ServerName, serverNames } from '../servers/servers.ts'
import type { Measured } from '../workloads/measure.ts'
import type { ServeReport } from './report.ts'
import { perSecond, ratioIn } from './statistics.ts'

const WIDTH = 760
const LABEL_WIDTH = 150
const BAR_HEIGHT = 13
const GAP = 16
const HEADER_HEIGHT = 72
/** Up to this load average the machine counts as idle. */
const IDLE_LOAD = 1
const chartedServers: readonly ServerName[] = serverNames.filter(
  (name) => name !== 'limit' && name !== 'ours ×2',
)

/** Draws the throughput of each server relative to the hand-written one. */
export function drawChart(report: ServeReport): void {
  const groups = report.measured.filter(
    ({ connections, workload, rounds }) =>
      rounds.sql && (connections === 32 || (workload.startsWith('search') && connections === 4)),
  )
  const longest = Math.max(
    ...groups.flatMap((measured) => barsOf(measured).map(({ median }) => median)),
  )
  let top = HEADER_HEIGHT
  const drawings = groups.map((measured) => {
    const group = drawGroup(measured, top, longest)
    top += group.height + GAP
    return group.svg
  })
  writeFileSync(path.join(RESULTS_DIR, 'serve.svg'), `${svg(drawings.join('\n'), top, report)}\n`)
}

function barsOf(measured: Measured) {
  const servers = chartedServers.filter((name) => measured.rounds[name])
  return servers.map((name) => ({ name, ...ratioIn(measured, name, 'sql', perSecond) }))
}

function drawGroup(
  measured: Measured,
  top: number,
  longest: number,
): { svg: string; height: number } {
  const length = (ratio: number) => Math.round((ratio / longest) * (WIDTH - LABEL_WIDTH - 130))
  const bars = barsOf(measured).map(({ name, median, low, high }, index) => {
    const y = top + index * BAR_HEIGHT
    const middle = y + BAR_HEIGHT - 4
    return [
      `<rect class="${name === 'ours' ? 'ours' : 'other'}" x="${LABEL_WIDTH}" y="${y}" width="${length(median)}" height="${BAR_HEIGHT - 3}" rx="2"/>`,
      `<text class="small" x="${LABEL_WIDTH - 8}" y="${middle}" text-anchor="end">${name}</text>`,
      `<text class="small" x="${LABEL_WIDTH + length(median) + 6}" y="${middle}">${median.toFixed(2)} ×${name === 'sql' ? '' : ` (${low.toFixed(2)}–${high.toFixed(2)})`}</text>`,
    ].join('')
  })
  const title = `<text class="name" x="8" y="${top + BAR_HEIGHT - 4}">${measured.workload}</text>`
  return { svg: title + bars.join('\n'), height: bars.length * BAR_HEIGHT }
}

function svg(
  content: string,
  height: number,
  { posts, createdAt, machine, versions, pace, loadAverage }: ServeReport,
): string {
  const title = `Requests a second relative to hand-written SQL on bare node:http, ${posts.toLocaleString('en')} posts`
  const where = `${machine.processor}, ${machine.cores} cores shared with PostgreSQL ${versions.postgresql} and wrk, Node ${versions.node}, ${createdAt.slice(0, 10)}`
  // Explains a wide spread.
  const otherLoad =
    loadAverage > IDLE_LOAD ? `; the machine was not idle (load ${loadAverage.toFixed(1)})` : ''
  const how = `Median (lowest–highest) of ${pace.rounds} alternating rounds of ${pace.seconds} s${otherLoad}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="${title}">
<style>
  text { fill: #1f2937 } .title { font-size: 15px; font-weight: 600 } .name { font-size: 11px; font-weight: 600 } .small { font-size: 10px }
  .ours { fill: #e8590c } .other { fill: #9aa4b2 } .back { fill: #ffffff }
  @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } .other { fill: #5b6676 } .ours { fill: #ff8a4c } .back { fill: #0d1117 } }
</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
<text class="title" x="8" y="22">${title}</text>
<text class="small" x="8" y="39">${how}</text>
<text class="small" x="8" y="53">${where}</text>
${content}
</svg>`
}
