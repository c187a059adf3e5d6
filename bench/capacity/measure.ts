import { query } from '../../api/database/embedded/cluster.ts'
import { cpuSeconds, parentOf, processTree } from '../cpu.ts'
import { hash } from '../data/hash.ts'
import type { Shape } from '../data/shape.ts'
import { readStatementTimes } from '../load/statement-times.ts'
import { describeErrors, load } from '../load/wrk.ts'
import type { ServerProcess } from '../servers/process.ts'
import { rawRequestsOf } from '../workloads/dialects.ts'
import type { Operation } from '../workloads/operation.ts'
import { likes } from '../workloads/pair-writes.ts'
import { undoPosts } from '../workloads/post-writes.ts'
import { readWorkloads } from '../workloads/workloads.ts'
import { writeWorkloads } from '../workloads/writes.ts'
import { type Cost, type Costs, DAY, type Kind, kinds, totalOf, writeKinds } from './model.ts'

const WORKLOADS: Readonly<Record<Kind, string>> = {
  feed: 'feed',
  following: 'following-35',
  notifications: 'notifications',
  like: 'like-many',
  post: 'post',
}
/** As few people at once as a quiet server has: more would share statements, and take less. */
const CONNECTIONS = 2
/** No kind is faster. */
const MAX_PER_SECOND = 4_000

export interface Measuring {
  server: ServerProcess
  databaseUrl: string
  shape: Shape
  /** Of each measurement. */
  seconds: number
}

/** CPU seconds, statements and bytes since the start. */
interface Usage {
  product: number
  database: number
  statements: number
  walBytes: number
}

async function readUsage({ server, databaseUrl }: Measuring): Promise<Usage> {
  // The checkpointer lives as long as its parent, the postmaster.
  const [row] = await query<{ pid: number; wal: number }>(
    databaseUrl,
    `SELECT pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal
    FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
  )
  const postgres = processTree(parentOf(row?.pid ?? 0))
  return {
    product: server.cpu(),
    database: postgres.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    statements: (await readStatementTimes(server.url))?.total ?? Number.NaN,
    walBytes: row?.wal ?? Number.NaN,
  }
}

/** What requests took together, by kind. */
interface Measured {
  counts: Readonly<Record<Kind, number>>
  usage: Usage & { bytes: number }
}

/** Measures what a request of a kind takes, in a row of requests of this kind alone. */
export async function measureWrite(kind: Kind, measuring: Measuring): Promise<Cost> {
  const { counts, usage } = await measure([kind], measuring)
  return costOf(usage, counts[kind])
}

/**
 * Measures what a read takes while people write as on a day, because a write empties what is kept
 * for reading.
 * @param writes what the writes take alone
 */
export async function measureRead(
  kind: Kind,
  writes: Readonly<Partial<Record<Kind, Cost>>>,
  measuring: Measuring,
): Promise<Cost> {
  const { counts, usage } = await measure([kind, ...writeKinds], measuring)
  const cost = costOf(usage, counts[kind])
  const parts = Object.keys(cost) as (keyof Cost)[]
  for (const part of parts) {
    const ofWrites = writeKinds.reduce(
      (sum, write) => sum + (writes[write]?.[part] ?? 0) * counts[write],
      0,
    )
    // Writes vary: a read that writes nothing would otherwise have a negative share.
    cost[part] = Math.max(0, cost[part] - ofWrites / counts[kind])
  }
  return cost
}

const costOf = (usage: Measured['usage'], requests: number): Cost => ({
  product: (usage.product * 1_000) / requests,
  database: (usage.database * 1_000) / requests,
  statements: usage.statements / requests,
  bytes: usage.bytes / requests,
  walBytes: usage.walBytes / requests,
})

/** CPU seconds of the requests of a day in a random order. */
export interface Mix {
  requests: number
  predicted: { product: number; database: number }
  measured: { product: number; database: number }
}

/** Measures the mix of a day, and what the costs of its requests predict. */
export async function measureMix(costs: Costs, measuring: Measuring): Promise<Mix> {
  const { counts, usage } = await measure(kinds, measuring)
  const predict = (part: 'product' | 'database') => totalOf(counts, costs, part) / 1_000
  return {
    requests: kinds.reduce((sum, kind) => sum + counts[kind], 0),
    predicted: { product: predict('product'), database: predict('database') },
    measured: { product: usage.product, database: usage.database },
  }
}

/** Sends requests of some kinds, as often as on a day. Undoes writes. */
async function measure(chosen: readonly Kind[], measuring: Measuring): Promise<Measured> {
  const pools = new Map<Kind, Operation[]>()
  for (const kind of chosen) pools.set(kind, await operationsOf(kind, measuring))
  const order = Array.from({ length: measuring.seconds * MAX_PER_SECOND }, (_, index) =>
    kindAt(chosen, hash(index, 60)),
  )
  const next = new Map<Kind, number>()
  const operations = order.map((kind) => {
    const [pool, index] = [pools.get(kind) ?? [], next.get(kind) ?? 0]
    next.set(kind, index + 1)
    return pool[index % pool.length] as Operation
  })
  const { sent, usage } = await run(operations, measuring)
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, order.slice(0, sent).filter((each) => each === kind).length]),
  ) as Record<Kind, number>
  return { counts, usage }
}

/** @param random any whole number */
function kindAt(chosen: readonly Kind[], random: number): Kind {
  const total = chosen.reduce((sum, kind) => sum + DAY[kind], 0)
  let rest = ((random % 10_000) / 10_000) * total
  for (const kind of chosen) {
    rest -= DAY[kind]
    if (rest < 0) return kind
  }
  return chosen[0] as Kind
}

async function operationsOf(
  kind: Kind,
  { shape, seconds, databaseUrl }: Measuring,
): Promise<Operation[]> {
  const name = WORKLOADS[kind]
  const reads = readWorkloads.find((workload) => workload.name === name)
  if (reads) return reads.operations(shape)
  const writes = writeWorkloads.find((workload) => workload.name === name)
  return (await writes?.operations(shape, 1, seconds * MAX_PER_SECOND, databaseUrl)) ?? []
}

async function run(operations: readonly Operation[], measuring: Measuring) {
  const { server, shape, seconds, databaseUrl } = measuring
  // After a checkpoint, the first change of each page writes all of it. So each run starts alike.
  await query(databaseUrl, 'CHECKPOINT')
  const before = await readUsage(measuring)
  const result = await load({
    url: server.url,
    requests: rawRequestsOf('ours', server.url, shape, operations),
    connections: CONNECTIONS,
    seconds,
  })
  const after = await readUsage(measuring)
  const errors = describeErrors(result)
  const writes = operations
    .slice(0, result.sent)
    .filter(({ kind }) => kind === 'like' || kind === 'post')
  if (writes.length > 0) {
    await likes.undo(writes, shape, databaseUrl)
    await undoPosts(writes, shape, databaseUrl)
  }
  if (errors) throw new Error(`The product failed: ${errors}.`)
  return {
    sent: result.sent,
    usage: {
      product: after.product - before.product,
      database: after.database - before.database,
      statements: after.statements - before.statements,
      walBytes: after.walBytes - before.walBytes,
      bytes: result.bytes,
    },
  }
}
