import { setTimeout } from 'node:timers/promises'
import { installPackages } from '#api/test/database/debian.ts'
import { checkHistory } from '../check.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { hasPrograms, PACKAGES } from './database-node.ts'
import { type ClusterFault, clusterFaults } from './faults.ts'
import { type Gaps, Load } from './load.ts'
import { hasNamespaces } from './machines.ts'

/** The users are active for this long before and after a fault. */
const CALM_MS = 5_000

export interface ClusterRound extends Gaps {
  fault: ClusterFault
  /** Differences between the database and what was acknowledged. */
  lost: number
  /** Responses that were stale, wrong or missing. */
  stale: number
}

/** A running cluster, its users, and what they have seen in each round. */
export interface ClusterRun {
  readonly rounds: readonly ClusterRound[]
  /** @returns problems */
  inject(fault: ClusterFault): Promise<string[]>
  stop(): Promise<void>
}

/** Null where machines cannot be simulated: without root on Debian. */
export async function startClusterRun(seed: number): Promise<ClusterRun | null> {
  if (!hasNamespaces()) return null
  if (!hasPrograms()) installPackages(PACKAGES)
  if (!hasPrograms()) return null
  const cluster = await startCluster()
  try {
    const load = new Load(cluster.url, seed)
    await load.signUp()
    return runOf(cluster, load)
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

function runOf(cluster: Cluster, load: Load): ClusterRun {
  const rounds: ClusterRound[] = []
  return {
    rounds,
    async inject(fault) {
      const gaps = await load.during(async () => {
        await setTimeout(CALM_MS)
        await clusterFaults[fault](cluster)
        await cluster.untilWhole()
        await setTimeout(CALM_MS)
      })
      const { machine } = await cluster.leader()
      const problems = await checkHistory(load.history, cluster.urlOf(machine), null)
      const stale = load.history.problems.length
      const round = { fault, ...gaps, lost: problems.length - stale, stale }
      load.history.problems.length = 0
      rounds.push(round)
      console.log(`  ${clusterTable([round])}`)
      return problems
    },
    stop: () => cluster.stop(),
  }
}

/** A row for each fault. Of the times without writes and reads, it has the longest. */
export function clusterTable(rounds: readonly ClusterRound[]): string {
  const longest = (of: readonly ClusterRound[], gap: keyof Gaps) =>
    Math.max(...of.map((round) => round[gap])).toFixed(1)
  const sum = (of: readonly ClusterRound[], count: 'lost' | 'stale') =>
    of.reduce((total, round) => total + round[count], 0)
  const rows = [...Map.groupBy(rounds, ({ fault }) => fault)].map(
    ([fault, of]) =>
      `${fault.padEnd(24)} ${of.length} rounds, ${sum(of, 'lost')} lost, ${sum(of, 'stale')} stale, ${longest(of, 'writes')} s without writes, ${longest(of, 'reads')} s without reads`,
  )
  return rows.join('\n')
}
