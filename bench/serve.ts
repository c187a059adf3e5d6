import { makeStale } from '../scripts/steps.ts'
import { openCluster } from './data/database.ts'
import { dataOf } from './data/load.ts'
import { shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { printMeasured } from './report/table.ts'
import { Fleet } from './servers/fleet.ts'
import { measureReads, type Pace } from './workloads/measure.ts'
import { measureWrites } from './workloads/measure-writes.ts'
import { readWorkloads } from './workloads/workloads.ts'
import { writeWorkloads } from './workloads/writes.ts'

export interface ServeOptions extends Pace {
  posts: number
  workloads: readonly string[]
}

export async function serve({ posts, workloads, ...pace }: ServeOptions): Promise<void> {
  findWrk()
  await makeStale()
  const cluster = await openCluster()
  const shape = shapeOf(posts)
  const fleet = new Fleet(await dataOf(cluster, posts))
  try {
    const wanted = ({ name }: { name: string }) => workloads.length === 0 || workloads.includes(name)
    for (const workload of readWorkloads.filter(wanted))
      for (const measured of await measureReads(fleet, shape, workload, pace)) printMeasured(measured)
    for (const workload of writeWorkloads.filter(wanted)) printMeasured(await measureWrites(fleet, shape, workload, pace))
  } finally {
    await fleet.endAll()
    await cluster.close()
  }
}
