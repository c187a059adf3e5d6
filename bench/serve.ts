import { OperatorError } from '../api/lib/operator-error.ts'
import { openCluster } from './data/database.ts'
import { requireDataset } from './data/dataset.ts'
import { shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { describeEnvironment, type ServeReport, saveReport } from './report/report.ts'
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
  /** All workloads if empty. */
  workloads: readonly string[]
  /** Seconds of the mixed load. */
  mixed: number
}

const REST_SECONDS = 5
/** In the order of measurement: reads first. */
const workloadNames = [
  ...[...readWorkloads, ...writeWorkloads].map(({ name }) => name),
  'mixed',
  'memory',
  'start',
]

/** Measures the servers, prints the results and saves them. */
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
      `There is no workload ${unknown}. Choose from ${workloadNames.join(', ')}.`,
    )
  findWrk()
  const pace = { rounds, seconds, warmUp }
  const shape = shapeOf(posts)
  const isSelected = (name: string) => workloads.length === 0 || workloads.includes(name)
  const cluster = await openCluster()
  const fleet = new Fleet(await requireDataset(cluster, posts))
  const report: ServeReport = {
    ...(await describeEnvironment(cluster.url)),
    posts,
    pace,
    measured: [],
  }
  try {
    for (const workload of readWorkloads.filter(({ name }) => isSelected(name)))
      for (const measured of await measureReads(fleet, shape, workload, pace))
        report.measured.push(printMeasured(measured))
    for (const workload of writeWorkloads.filter(({ name }) => isSelected(name)))
      report.measured.push(printMeasured(await measureWrites(fleet, shape, workload, pace)))
    if (isSelected('mixed') || isSelected('memory'))
      report.mixed = printMixed(
        await measureMixed(fleet, shape, { seconds: mixed, restSeconds: REST_SECONDS }),
      )
    await fleet.stopAll()
    if (isSelected('start')) report.starts = printStarts(await measureLaterStarts(rounds))
    printTargets(targetsOf(report))
    const complete = workloads.length === 0
    console.log(
      `\nSaved to ${saveReport(complete ? `serve-${posts}` : `serve-${posts}-${workloads.join('-')}`, report, { complete })}`,
    )
    return report
  } catch (error) {
    // A late failure must not lose an hour of measurements.
    if (report.measured.length > 0)
      console.log(
        `\nSaved the measurements so far to ${saveReport(`serve-${posts}-interrupted`, report, { complete: false })}`,
      )
    throw error
  } finally {
    await fleet.stopAll()
    await cluster.close()
  }
}
