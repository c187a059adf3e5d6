import { makeStale } from '../scripts/steps.ts'
import { openCluster } from './data/database.ts'
import { dataOf } from './data/load.ts'
import { shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { printMeasured } from './report/table.ts'
import { Fleet } from './servers/fleet.ts'
import { measureReads, type Pace } from './workloads/measure.ts'
import { readWorkloads } from './workloads/workloads.ts'

export interface ServeOptions extends Pace {
  posts: number
  workloads: readonly string[]
}

export async function serve({ posts, workloads, ...pace }: ServeOptions): Promise<void> {
  findWrk()
  await makeStale()
  const cluster = await openCluster()
  const fleet = new Fleet(await dataOf(cluster, posts))
  try {
    for (const workload of readWorkloads.filter(({ name }) => workloads.length === 0 || workloads.includes(name))) {
      for (const measured of await measureReads(fleet, shapeOf(posts), workload, pace)) printMeasured(measured)
    }
  } finally {
    await fleet.endAll()
    await cluster.close()
  }
}
