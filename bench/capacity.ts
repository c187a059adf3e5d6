import { query } from '../api/database/embedded/cluster.ts'
import {
  type Measuring,
  type Mix,
  measureMix,
  measureRead,
  measureWrite,
} from './capacity/measure.ts'
import {
  type Cost,
  type Costs,
  firstLimit,
  type Kind,
  kinds,
  type Needs,
  needsOf,
  type Sizes,
  writeKinds,
} from './capacity/model.ts'
import { openCluster } from './data/database.ts'
import { requireDataset } from './data/dataset.ts'
import { type Shape, shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { describeEnvironment, saveReport } from './report/report.ts'
import { printTable } from './report/table.ts'
import { printTargets, type Target, target } from './report/targets.ts'
import { startNamed } from './servers/servers.ts'
import { measureStreams } from './streams.ts'

export interface CapacityOptions {
  posts: number
  /** Duration of each measurement. */
  seconds: number
}

const PEOPLE = [10_000, 1_000_000, 100_000_000]
const STREAMS = { streams: 1_000, seconds: 5, warmUp: 1 }
const WARM_UP_SECONDS = 3
/** Largest difference between the prediction and the measured mix. */
const MAX_ERROR = 0.25
const ROWS: Readonly<Record<keyof Needs, string>> = {
  requestsPerSecond: 'requests a second',
  productCores: 'cores of the product',
  productMemoryGb: 'memory of the product, GB',
  databaseCores: 'cores of PostgreSQL',
  databaseMemoryGb: 'memory of PostgreSQL, GB',
  diskGb: 'disk after a year, GB',
  iops: 'writes to the disk a second',
  connections: 'connections to PostgreSQL',
}

/** Prints and saves what numbers of people need, and how near the prediction of a mix comes. */
export async function benchCapacity({ posts, seconds }: CapacityOptions): Promise<void> {
  findWrk()
  const cluster = await openCluster()
  try {
    const url = await requireDataset(cluster, posts)
    const environment = await describeEnvironment(cluster.url)
    const shape = shapeOf(posts)
    const sizes = await measureSizes(url, shape)
    const { costs, mix } = await measureRequests(url, shape, seconds)
    const needs = PEOPLE.map((people) => needsOf(people, costs, sizes))
    printCosts(costs, sizes)
    printNeeds(needs)
    printTargets([targetOf(mix, 'product'), targetOf(mix, 'database')])
    const report = { ...environment, posts, seconds, costs, sizes, mix, needs }
    console.log(`\nSaved to ${saveReport('capacity', report, { complete: posts === 1_000_000 })}`)
  } finally {
    await cluster.close()
  }
}

/** Measures each kind of request, and a mix of them. */
export async function measureRequests(databaseUrl: string, shape: Shape, seconds: number) {
  const server = await startNamed('ours', databaseUrl)
  const measuring: Measuring = { server, databaseUrl, shape, seconds }
  try {
    const costs: Partial<Record<Kind, Cost>> = {}
    const reads = kinds.filter((kind) => !writeKinds.includes(kind))
    for (const kind of [...writeKinds, ...reads]) {
      const measureOne = (options: Measuring) =>
        writeKinds.includes(kind) ? measureWrite(kind, options) : measureRead(kind, costs, options)
      await measureOne({ ...measuring, seconds: Math.min(WARM_UP_SECONDS, seconds) })
      costs[kind] = await measureOne(measuring)
    }
    const mix = await measureMix(costs as Costs, measuring)
    return { costs: costs as Costs, mix }
  } finally {
    await server.stop()
  }
}

async function measureSizes(databaseUrl: string, shape: Shape): Promise<Sizes> {
  const { memoryAtRest, memoryWithStreams, idleCpu } = await measureStreams(
    databaseUrl,
    shape,
    STREAMS,
  )
  const [row] = await query<{ post: number; like: number }>(
    databaseUrl,
    `SELECT (pg_total_relation_size('"Post"') + pg_total_relation_size('"PostSearch"')
        + pg_total_relation_size('"FeedEvent"'))::float8 / (SELECT count(*) FROM "Post") AS post,
      pg_total_relation_size('"Like"')::float8 / (SELECT count(*) FROM "Like") AS like`,
  )
  return {
    post: row?.post ?? Number.NaN,
    like: row?.like ?? Number.NaN,
    process: memoryAtRest,
    stream: Math.max(0, memoryWithStreams - memoryAtRest) / STREAMS.streams,
    streamCpu: (idleCpu * 10) / STREAMS.streams,
  }
}

function printCosts(costs: Costs, { post, like, process, stream }: Sizes): void {
  console.log('\nA request')
  const rows = kinds.map((kind) => {
    const { product, database, statements, bytes, walBytes } = costs[kind]
    return [
      kind,
      product.toFixed(2),
      database.toFixed(2),
      statements.toFixed(2),
      Math.round(bytes).toLocaleString('en'),
      Math.round(walBytes).toLocaleString('en'),
    ]
  })
  const head = ['', 'CPU ms', 'PostgreSQL ms', 'statements', 'bytes', 'WAL bytes']
  printTable([head, ...rows])
  console.log(
    `  A post takes ${Math.round(post)} bytes of the disk, a like ${Math.round(like)};` +
      ` a process ${process} MB, a stream ${(stream * 1_000).toFixed(0)} KB.`,
  )
}

function printNeeds(needs: readonly Needs[]): void {
  console.log('\nIn the busiest hour, with processors half busy')
  const names = Object.keys(ROWS) as (keyof Needs)[]
  const number = (value: number) =>
    value.toLocaleString('en', { maximumSignificantDigits: 2, useGrouping: true })
  const limits = needs.map(firstLimit)
  printTable([
    ['people', ...PEOPLE.map((people) => people.toLocaleString('en'))],
    ...names.map((name) => [ROWS[name], ...needs.map((each) => number(each[name]))]),
    ['first to run out', ...limits.map(({ name }) => ROWS[name])],
    ['of one machine', ...limits.map(({ share }) => `${number(share * 100)} %`)],
    ['then', ...limits.map(({ remedy }) => remedy)],
  ])
}

function targetOf({ predicted, measured }: Mix, part: 'product' | 'database'): Target {
  const ratio = predicted[part] / measured[part]
  return target(
    `CPU of ${part === 'product' ? 'the product' : 'PostgreSQL'} in the mix of a day`,
    'predicted within 25 %',
    `${ratio.toFixed(2)} × the measured one`,
    Math.abs(ratio - 1) <= MAX_ERROR,
  )
}
