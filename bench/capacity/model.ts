/** Requests of a person on a day: 20 reads of the feeds, 10 likes, 2 posts a week. */
export const DAY = { feed: 10, following: 10, notifications: 3, like: 10, post: 2 / 7 } as const
export type Kind = keyof typeof DAY
export const kinds = Object.keys(DAY) as Kind[]
export const writeKinds: readonly Kind[] = ['like', 'post']

/** The busiest hour of a day has this many times the mean. */
const PEAK = 3
/** The share of all people who have a page open in that hour. */
const ONLINE = 0.05
/** Processors that are busier answer late. */
const MAX_BUSY = 0.5
const DAY_SECONDS = 86_400
const YEAR_DAYS = 365
/** What is read again and again: the posts and likes of this time. */
const HOT_DAYS = 30
/** The largest pool of a process, and the connection of its change feed. */
const CONNECTIONS_PER_PROCESS = 11
/** Pages that a write changes, which a checkpoint writes later. */
const PAGES_PER_WRITE = 2
const MAX_STREAMS_PER_PROCESS = 2_000

/** What a request takes. */
export interface Cost {
  /** CPU milliseconds. */
  product: number
  database: number
  statements: number
  /** Of the response. */
  bytes: number
  /** Of write-ahead log. */
  walBytes: number
}
export type Costs = Readonly<Record<Kind, Cost>>

/** What is stored and kept open. */
export interface Sizes {
  /** Bytes on the disk, with indexes and search. */
  post: number
  like: number
  /** MB of a process at rest, and of each open stream. */
  process: number
  stream: number
  /** CPU milliseconds a second of an idle stream. */
  streamCpu: number
}

/** What a number of people needs at the peak, and after a year. */
export interface Needs {
  requestsPerSecond: number
  productCores: number
  productMemoryGb: number
  databaseCores: number
  databaseMemoryGb: number
  diskGb: number
  iops: number
  connections: number
}

/** A machine, or what one PostgreSQL takes. */
export const ONE_MACHINE: Needs = {
  requestsPerSecond: Number.POSITIVE_INFINITY,
  productCores: 16,
  productMemoryGb: 64,
  databaseCores: 16,
  databaseMemoryGb: 64,
  diskGb: 2_000,
  iops: 10_000,
  connections: 100,
}

/** What to do about it, as docs/scaling.md explains. */
const REMEDIES: Readonly<Record<keyof Needs, string>> = {
  requestsPerSecond: 'nothing',
  productCores: 'a second machine for the product',
  productMemoryGb: 'a second machine for the product',
  databaseCores: 'replicas for reads, then partitions',
  databaseMemoryGb: 'partitions, so that old rows leave the memory',
  diskGb: 'partitions on more disks',
  iops: 'a faster disk, then partitions',
  connections: 'PgBouncer',
}

/** The sum of a cost over a mix of requests. @param counts of each kind */
export const totalOf = (
  counts: Readonly<Record<Kind, number>>,
  costs: Costs,
  part: keyof Cost,
): number => kinds.reduce((sum, kind) => sum + counts[kind] * costs[kind][part], 0)

export function needsOf(users: number, costs: Costs, sizes: Sizes): Needs {
  const perSecond = (users / DAY_SECONDS) * PEAK
  const rates = Object.fromEntries(kinds.map((kind) => [kind, DAY[kind] * perSecond])) as Record<
    Kind,
    number
  >
  const streams = users * ONLINE
  const cores = (part: 'product' | 'database', more = 0) =>
    (totalOf(rates, costs, part) + more) / 1_000 / MAX_BUSY
  const productCores = cores('product', streams * sizes.streamCpu)
  const processes = Math.max(1, Math.ceil(productCores), streams / MAX_STREAMS_PER_PROCESS)
  const dailyGb = (users * (DAY.post * sizes.post + DAY.like * sizes.like)) / 1e9
  const writes = writeKinds.reduce((sum, kind) => sum + rates[kind], 0)
  return {
    requestsPerSecond: kinds.reduce((sum, kind) => sum + rates[kind], 0),
    productCores,
    productMemoryGb: (processes * sizes.process + streams * sizes.stream) / 1_000,
    databaseCores: cores('database'),
    databaseMemoryGb: dailyGb * HOT_DAYS,
    diskGb: dailyGb * YEAR_DAYS,
    iops: writes * (1 + PAGES_PER_WRITE),
    connections: Math.ceil(processes) * CONNECTIONS_PER_PROCESS,
  }
}

/** What runs out first on one machine, how full it is, and what to do about it. */
export function firstLimit(needs: Needs): { name: keyof Needs; share: number; remedy: string } {
  const names = Object.keys(ONE_MACHINE) as (keyof Needs)[]
  const [name = 'connections'] = names.toSorted(
    (a, b) => needs[b] / ONE_MACHINE[b] - needs[a] / ONE_MACHINE[a],
  )
  return { name, share: needs[name] / ONE_MACHINE[name], remedy: REMEDIES[name] }
}
