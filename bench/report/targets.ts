import type { ServerName } from '../servers/servers.ts'
import type { Measured, Round } from '../workloads/measure.ts'
import type { ServeReport } from './report.ts'
import { perSecond, ratioIn, spreadIn, spreadOf } from './statistics.ts'
import { printTable } from './table.ts'

export interface Target {
  name: string
  goal: string
  actual: string
  isMet: boolean
}

const cpu = ({ cpu }: Round) => cpu
const p95 = ({ p95 }: Round) => p95
const p99 = ({ p99 }: Round) => p99

/** Compares a report with the targets. Unmeasured targets are left out. */
export function targetsOf(report: ServeReport): Target[] {
  return [
    ...report.measured.flatMap(measuredTargets),
    ...tokenTarget(report),
    ...mixedTargets(report),
    ...startTargets(report),
  ]
}

export function printTargets(targets: readonly Target[]): void {
  if (targets.length === 0) return
  console.log('\nTargets')
  printTable([
    ['', 'goal', 'actual', ''],
    ...targets.map(({ name, goal, actual, isMet }) => [
      name,
      goal,
      actual,
      isMet ? 'met' : 'missed',
    ]),
  ])
}

function measuredTargets(measured: Measured): Target[] {
  const throughput = (other: ServerName, min: number) => {
    if (!measured.rounds[other]) return []
    const { median } = ratioIn(measured, 'ours', other, perSecond)
    return [
      target(
        measured.workload,
        `at least ${min} × ${other}`,
        `${median.toFixed(2)} ×`,
        median >= min,
      ),
    ]
  }
  switch (measured.workload) {
    case 'feed':
      return [...throughput('sql', 3), latencyTarget(measured), ...twoWorkersTarget(measured)]
    // Compared with `feed`.
    case 'feed-token':
      return []
    case 'feed-anonymous':
      return throughput('limit', 0.5)
    case 'feed-deep':
    case 'profile':
    case 'rest-posts':
    case 'post-page':
    case 'notifications':
      return throughput('sql', 0.8)
    case 'page':
      return throughput('sql', 0.46)
    case 'feed-atom':
      return [rateTarget(measured, 300)]
    case 'like-one':
      return throughput('sql', 1)
    case 'like-many':
      return throughput('sql', 0.9)
    case 'follow':
      return throughput('sql', 0.8)
    case 'following-35':
    case 'following-500':
    case 'following-5000':
      return measured.connections === 4 ? [databaseTarget(measured, 10)] : throughput('sql', 0.9)
    case 'feed-hiding-50':
    case 'feed-hiding-500':
      return throughput('sql', 1.5)
    case 'following-hiding-50':
    case 'following-hiding-500':
      return throughput('sql', 0.8)
    case 'following-silent':
    case 'following-deep':
      return measured.connections === 4 ? [databaseTarget(measured, 25)] : throughput('sql', 0.9)
    case 'post':
      return throughput('sql', 0.8)
    default: {
      if (measured.connections !== 4) return []
      const { median } = spreadIn(measured, 'ours', p95)
      return [
        target(measured.workload, 'p95 at most 100 ms', `${median.toFixed(1)} ms`, median <= 100),
        ...throughput('sql', 0.6),
      ]
    }
  }
}

/** The median of the signed-in feed, by API token and by cookie. */
function tokenTarget({ measured }: ServeReport): Target[] {
  const rate = (workload: string) => {
    const found = measured.find((each) => each.workload === workload)
    return found && spreadIn(found, 'ours', perSecond).median
  }
  const [byToken, byCookie] = [rate('feed-token'), rate('feed')]
  if (!byToken || !byCookie) return []
  const ratio = byToken / byCookie
  return [target('feed-token', 'at least 0.9 × feed', `${ratio.toFixed(2)} ×`, ratio >= 0.9)]
}

function latencyTarget(measured: Measured): Target {
  const { median } = ratioIn(measured, 'ours', 'sql', p99)
  return target(measured.workload, 'p99 no worse than sql’s', `${median.toFixed(2)} ×`, median <= 1)
}

function rateTarget(measured: Measured, min: number): Target {
  const { median } = spreadIn(measured, 'ours', perSecond)
  return target(
    measured.workload,
    `at least ${min} requests a second`,
    Math.round(median).toLocaleString('en'),
    median >= min,
  )
}

/** Half of the statements look up sessions, so 0.5 % of all are 1 % of the others. */
const MIN_FAST = 0.995

/** The time in the database, which one statement of a request takes. */
function databaseTarget(measured: Measured, limit: 10 | 25): Target {
  const share = ({ statements }: Round) =>
    statements ? statements[`within${limit}Ms`] / statements.total : Number.NaN
  const { median } = spreadIn(measured, 'ours', share)
  return target(
    measured.workload,
    `p99 of the database at most ${limit} ms`,
    `${(median * 100).toFixed(2)} % of all statements`,
    median >= MIN_FAST,
  )
}

function twoWorkersTarget(measured: Measured): Target[] {
  if (!measured.rounds['ours ×2']) return []
  const { median } = ratioIn(measured, 'ours ×2', 'ours', cpu)
  return [
    target(
      'ours ×2',
      'CPU of a request at most 1.4 × that of ours',
      `${median.toFixed(2)} ×`,
      median <= 1.4,
    ),
  ]
}

function mixedTargets({ mixed }: ServeReport): Target[] {
  if (!mixed) return []
  const alone = spreadOf(mixed.feedAloneP99).median
  const ratio = mixed.latencies.feed.p99 / alone
  return [
    target('mixed', 'no error', String(mixed.faultCount), mixed.faultCount === 0),
    target(
      'mixed',
      'p99 of the feed at most 3 × that of the feed alone',
      `${ratio.toFixed(2)} ×`,
      ratio <= 3,
    ),
    target(
      'memory',
      'at most 200 MB at rest',
      `${mixed.memoryAtRestMb} MB`,
      mixed.memoryAtRestMb <= 200,
    ),
    target(
      'memory',
      'at most 350 MB under mixed',
      `${mixed.memoryPeakMb} MB`,
      mixed.memoryPeakMb <= 350,
    ),
  ]
}

function startTargets({ starts }: ServeReport): Target[] {
  if (!starts) return []
  const { median } = starts.seconds
  return [target('start', 'at most 2 s to ready', `${median.toFixed(2)} s`, median <= 2)]
}

export function target(name: string, goal: string, actual: string, isMet: boolean): Target {
  return { name, goal, actual, isMet }
}
