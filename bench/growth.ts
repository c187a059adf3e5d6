import { openCluster } from './data/database.ts'
import { requireDataset } from './data/dataset.ts'
import { shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { describeEnvironment, type ReportEnvironment, saveReport } from './report/report.ts'
import { ratioOf, spreadOf } from './report/statistics.ts'
import { printTable, ratio } from './report/table.ts'
import { printTargets, type Target, target } from './report/targets.ts'
import { Fleet } from './servers/fleet.ts'
import { rawRequestsOf } from './workloads/dialects.ts'
import { measureRound, type Pace, type Round } from './workloads/measure.ts'
import { readWorkloads, type Workload } from './workloads/workloads.ts'

export interface GrowthOptions extends Pace {
  /** Numbers of posts, ascending. */
  sizes: readonly number[]
  /** All workloads if empty. */
  workloads: readonly string[]
}

interface Growth {
  workload: string
  connections: number
  /** The rounds at each size. */
  rounds: Round[][]
}

interface GrowthReport extends ReportEnvironment {
  sizes: readonly number[]
  pace: Pace
  measured: Growth[]
}

/** Runs the read workloads on databases of several sizes and prints how latency grows. */
export async function measureGrowth({
  sizes,
  workloads,
  rounds,
  seconds,
  warmUp,
}: GrowthOptions): Promise<void> {
  findWrk()
  const pace = { rounds, seconds, warmUp }
  const cluster = await openCluster()
  const fleets: Fleet[] = []
  try {
    for (const size of sizes) fleets.push(new Fleet(await requireDataset(cluster, size)))
    const report: GrowthReport = {
      ...(await describeEnvironment(cluster.url)),
      sizes,
      pace,
      measured: [],
    }
    const isSelected = ({ name }: Workload) => workloads.length === 0 || workloads.includes(name)
    for (const workload of readWorkloads.filter(isSelected)) {
      const growth = await measureWorkload(workload, sizes, fleets, pace)
      report.measured.push(growth)
      printGrowth(growth, sizes)
    }
    printTargets(report.measured.flatMap(growthTargets))
    console.log(`\nSaved to ${saveReport('growth', report, { complete: workloads.length === 0 })}`)
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.stopAll()))
    await cluster.close()
  }
}

async function measureWorkload(
  workload: Workload,
  sizes: readonly number[],
  fleets: readonly Fleet[],
  pace: Pace,
): Promise<Growth> {
  const [connections = 1] = workload.connections
  const rounds: Round[][] = sizes.map(() => [])
  for (let round = 0; round < pace.rounds; round++) {
    for (const [index, size] of sizes.entries()) {
      const fleet = fleets[index]
      if (!fleet) throw new RangeError('Each size needs a fleet.')
      const shape = shapeOf(size)
      const server = await fleet.resume('ours')
      const requests = rawRequestsOf('ours', server.url, shape, workload.operations(shape))
      const warmUp = round === 0 ? pace.warmUp : Math.ceil(pace.warmUp / 3)
      rounds[index]?.push(
        await measureRound(server, { requests, connections, seconds: pace.seconds, warmUp }),
      )
      fleet.pause()
    }
  }
  return { workload: workload.name, connections, rounds }
}

function printGrowth({ workload, connections, rounds }: Growth, sizes: readonly number[]) {
  console.log(`\n${workload}, ${connections} connections`)
  const rows = sizes.map((size, index) => [
    size.toLocaleString('en'),
    spreadOf((rounds[index] ?? []).map(({ p50 }) => p50)).median.toFixed(2),
    ratio(ratioOf(rounds[index], rounds[0], ({ p50 }) => p50)),
    spreadOf((rounds[index] ?? []).map(({ p99 }) => p99)).median.toFixed(2),
    ratio(ratioOf(rounds[index], rounds[0], ({ p99 }) => p99)),
  ])
  printTable([['posts', 'p50 ms', '× smallest', 'p99 ms', '× smallest'], ...rows])
}

/** Searches have targets in `targets.ts`. */
function growthTargets({ workload, rounds }: Growth): Target[] {
  if (workload.startsWith('search')) return []
  const [p50, p99] = [
    ratioOf(rounds.at(-1), rounds[0], (round) => round.p50).median,
    ratioOf(rounds.at(-1), rounds[0], (round) => round.p99).median,
  ]
  const limit = workload.startsWith('following') ? 1.2 : 1.15
  return [
    target(
      workload,
      `p50 at most ${limit} × that of the smallest database`,
      `${p50.toFixed(2)} ×`,
      p50 <= limit,
    ),
    target(workload, 'p99 at most 1.5 ×', `${p99.toFixed(2)} ×`, p99 <= 1.5),
  ]
}
