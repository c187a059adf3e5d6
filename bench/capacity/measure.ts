import { query } from '../../api/database/embedded/cluster.ts'
import { cpuSeconds, parentOf, processTree } from '../cpu.ts'
import { hash } from '../data/hash.ts'
import type { Shape } from '../data/shape.ts'
import { rawRequest } from '../load/request.ts'
import { readStatementTimes } from '../load/statement-times.ts'
import { describeErrors, load } from '../load/wrk.ts'
import type { ServerProcess } from '../servers/process.ts'
import { dialectOf } from '../workloads/dialects.ts'
import type { Operation } from '../workloads/operation.ts'
import { undoLikes, undoPosts } from '../workloads/verify-writes.ts'
import { readWorkloads } from '../workloads/workloads.ts'
import { writeWorkloads } from '../workloads/writes.ts'
import { type Cost, type Costs, DAY, type Kind, kinds, totalOf } from './model.ts'

const WORKLOADS: Readonly<Record<Kind, string>> = {
  feed: 'feed',
  following: 'following-35',
  notifications: 'notifications',
  like: 'like-many',
  post: 'post',
}
/** As many people at once as a quiet server has, so that few requests share a statement. */
const CONNECTIONS = 8
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
  const [row] = await query<{ pid: number; wal: number }>(
    databaseUrl,
    "SELECT pg_backend_pid() AS pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal",
  )
  const postgres = processTree(parentOf(row?.pid ?? 0))
  return {
    product: server.cpu(),
    database: postgres.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    statements: (await readStatementTimes(server.url))?.total ?? Number.NaN,
    walBytes: row?.wal ?? Number.NaN,
  }
}

/** Measures what a request of a kind takes. Undoes writes. */
export async function measureCost(kind: Kind, measuring: Measuring): Promise<Cost> {
  const operations = await operationsOf(kind, measuring, 1)
  const { usage, requests, bytes } = await run(operations, measuring)
  const per = (total: number) => total / requests
  return {
    product: per(usage.product) * 1_000,
    database: per(usage.database) * 1_000,
    statements: per(usage.statements),
    bytes: per(bytes),
    walBytes: per(usage.walBytes),
  }
}

/** CPU seconds of the requests of a day in a random order. */
export interface Mix {
  requests: number
  predicted: { product: number; database: number }
  measured: { product: number; database: number }
}

/** Measures the mix of a day, and what the costs of its requests predict. */
export async function measureMix(costs: Costs, measuring: Measuring): Promise<Mix> {
  const pools = new Map<Kind, Operation[]>()
  for (const kind of kinds) pools.set(kind, await operationsOf(kind, measuring, 2))
  const order = Array.from({ length: measuring.seconds * MAX_PER_SECOND }, (_, index) =>
    kindAt(hash(index, 60)),
  )
  const next = new Map<Kind, number>()
  const operations = order.map((kind) => {
    const [pool, index] = [pools.get(kind) ?? [], next.get(kind) ?? 0]
    next.set(kind, index + 1)
    return pool[index % pool.length] as Operation
  })
  const { usage, sent, requests } = await run(operations, measuring)
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, order.slice(0, sent).filter((each) => each === kind).length]),
  ) as Record<Kind, number>
  const predict = (part: 'product' | 'database') => totalOf(counts, costs, part) / 1_000
  return {
    requests,
    predicted: { product: predict('product'), database: predict('database') },
    measured: { product: usage.product, database: usage.database },
  }
}

/** @param random any whole number */
function kindAt(random: number): Kind {
  const total = kinds.reduce((sum, kind) => sum + DAY[kind], 0)
  let rest = ((random % 10_000) / 10_000) * total
  for (const kind of kinds) {
    rest -= DAY[kind]
    if (rest < 0) return kind
  }
  return 'feed'
}

/** @param turn makes the writes of two measurements differ */
async function operationsOf(
  kind: Kind,
  { shape, seconds, databaseUrl }: Measuring,
  turn: number,
): Promise<Operation[]> {
  const name = WORKLOADS[kind]
  const reads = readWorkloads.find((workload) => workload.name === name)
  if (reads) return reads.operations(shape)
  const writes = writeWorkloads.find((workload) => workload.name === name)
  return (await writes?.operations(shape, turn, seconds * MAX_PER_SECOND, databaseUrl)) ?? []
}

async function run(operations: readonly Operation[], measuring: Measuring) {
  const { server, shape, seconds, databaseUrl } = measuring
  const dialect = dialectOf('ours', shape)
  const before = await readUsage(measuring)
  const result = await load({
    url: server.url,
    requests: operations.map((each) => rawRequest(server.url, dialect.toRequest(each))),
    connections: CONNECTIONS,
    seconds,
  })
  const after = await readUsage(measuring)
  const errors = describeErrors(result)
  const writes = operations
    .slice(0, result.sent)
    .filter(({ kind }) => kind === 'like' || kind === 'post')
  if (writes.length > 0) {
    await undoLikes(writes, shape, databaseUrl)
    await undoPosts(writes, shape, databaseUrl)
  }
  if (errors) throw new Error(`The product failed: ${errors}.`)
  return {
    ...{ sent: result.sent, requests: result.requests, bytes: result.bytes },
    usage: {
      product: after.product - before.product,
      database: after.database - before.database,
      statements: after.statements - before.statements,
      walBytes: after.walBytes - before.walBytes,
    },
  }
}
