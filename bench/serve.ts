import { OperatorError } from '../api/lib/operator-error.ts'
import { makeStale } from '../scripts/steps.ts'
import { openCluster } from './data/database.ts'
import { dataOf } from './data/load.ts'
import { shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { drawChart } from './report/chart.ts'
import { circumstances, keepReport, type ServeReport } from './report/report.ts'
import { printMeasured, printMixed } from './report/table.ts'
import { printTargets, targetsOf } from './report/targets.ts'
import { Fleet } from './servers/fleet.ts'
import { measureLaterStarts, printStarts } from './start.ts'
import { measureReads, type Pace } from './workloads/measure.ts'
import { measureWrites } from './workloads/measure-writes.ts'
import { measureMixed } from './workloads/mixed.ts'
import { readWorkloads } from './workloads/workloads.ts'
import { writeWorkloads } from './workloads/writes.ts'

export interface ServeOptions extends Pace {
  posts: number
  /** None: all. */
  workloads: readonly string[]
  /** Seconds of the mixed load. */
  mixed: number
}

const REST_SECONDS = 5
/** In the order in which they are measured: what only reads comes first. */
const workloadNames = [
  ...[...readWorkloads, ...writeWorkloads].map(({ name }) => name),
  'mixed',
  'memory',
  'start',
]

/** Measures the servers beside each other, prints what came of it, and keeps it as JSON and, if it was everything, as a chart. */
export async function serve({
  posts,
  workloads,
  mixed,
  rounds,
  seconds,
  warmUp,
}: ServeOptions): Promise<ServeReport> {
  const unknown = workloads.find((name) => !workloadNames.includes(name))
  if (unknown !== undefined)
    throw new OperatorError(
      `There is no workload ${unknown}: there are ${workloadNames.join(', ')}.`,
    )
  findWrk()
  await makeStale()
  const pace = { rounds, seconds, warmUp }
  const shape = shapeOf(posts)
  const isWanted = (name: string) => workloads.length === 0 || workloads.includes(name)
  const cluster = await openCluster()
  const fleet = new Fleet(await dataOf(cluster, posts))
  const report: ServeReport = { ...(await circumstances(cluster.url)), posts, pace, measured: [] }
  try {
    for (const workload of readWorkloads.filter(({ name }) => isWanted(name)))
      for (const measured of await measureReads(fleet, shape, workload, pace))
        report.measured.push(printMeasured(measured))
    for (const workload of writeWorkloads.filter(({ name }) => isWanted(name)))
      report.measured.push(printMeasured(await measureWrites(fleet, shape, workload, pace)))
    if (isWanted('mixed') || isWanted('memory'))
      report.mixed = printMixed(
        await measureMixed(fleet, shape, { seconds: mixed, restSeconds: REST_SECONDS }),
      )
    await fleet.endAll()
    if (isWanted('start')) report.starts = printStarts(await measureLaterStarts(rounds))
    printTargets(targetsOf(report))
    const whole = workloads.length === 0
    console.log(
      `\nKept in ${keepReport(whole ? `serve-${posts}` : `serve-${posts}-${workloads.join('-')}`, report, { whole })}`,
    )
    if (whole) drawChart(report)
    return report
  } catch (error) {
    // What took an hour is not lost because the last of it failed.
    if (report.measured.length > 0)
      console.log(
        `\nKept what was measured in ${keepReport(`serve-${posts}-broken-off`, report, { whole: false })}`,
      )
    throw error
  } finally {
    await fleet.endAll()
    await cluster.close()
  }
}
