import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { query } from '../api/database/embedded/cluster.ts'
import { messageOf } from '../api/lib/operator-error.ts'
import { buildStale } from '../scripts/steps.ts'
import { type Cluster, openCluster } from './data/database.ts'
import { createDataset, requireDataset } from './data/dataset.ts'
import { type Shape, shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { BENCH_DIR } from './paths.ts'
import { Fleet } from './servers/fleet.ts'
import { installPeers } from './servers/peers.ts'
import type { ServerName } from './servers/servers.ts'
import { compareResponses } from './workloads/compare-responses.ts'
import { measureReads } from './workloads/measure.ts'
import { measureWrites } from './workloads/measure-writes.ts'
import { measureMixed } from './workloads/mixed.ts'
import type { PostPage } from './workloads/operation.ts'
import { readWorkloads } from './workloads/workloads.ts'
import { writeWorkloads } from './workloads/writes.ts'

const POSTS = 2_000
const PACE = { rounds: 1, seconds: 1, warmUp: 0 }
const MIXED_PACE = { seconds: 2, restSeconds: 0 }
const COMPARED_REQUESTS = 8

/** Checks that all servers return the same posts and that no acknowledged write is lost. */
export async function smoke(): Promise<void> {
  await buildStale()
  await createDataset(POSTS)
  const cluster = await openCluster()
  const url = await requireDataset(cluster, POSTS)
  const fleet = new Fleet(url)
  const shape = shapeOf(POSTS)
  try {
    await checkData(url, shape)
    const unavailable = unavailableServers()
    for (const { name, servers, operations } of readWorkloads) {
      const compared = servers.filter(
        (server) => server !== 'limit' && !unavailable.includes(server),
      )
      const { pages } = await compareResponses(
        fleet,
        shape,
        compared,
        operations(shape).slice(0, COMPARED_REQUESTS),
      )
      checkPages(name, pages)
      console.log(`${name}: ${compared.join(', ')} return the same posts`)
    }
    if (!unavailable.includes('limit')) await checkMeasurements(fleet, shape, unavailable)
    const mixed = await measureMixed(fleet, shape, MIXED_PACE)
    assert.deepEqual(mixed.faults, [])
    assert.ok(
      mixed.latencies.feed.count > mixed.latencies.like.count && mixed.latencies.like.count > 0,
    )
    console.log('mixed: no errors, and all acknowledged writes are in the database')
    await checkData(url, shape)
  } finally {
    await cleanUp(fleet, cluster)
  }
}

/** Equal but empty pages would prove little. */
function checkPages(workload: string, pages: readonly PostPage[]) {
  const sizes = pages.map(({ posts }) => posts.length)
  if (workload === 'search-absent') return assert.deepEqual(new Set(sizes), new Set([0]))
  if (workload === 'search-rare') return assert.ok(sizes.some((size) => size > 0))
  assert.deepEqual(new Set(sizes), new Set([20]), workload)
  const isAnyLiked = pages.some(({ posts }) => posts.some(({ isLiked }) => isLiked))
  if (workload === 'feed') assert.ok(isAnyLiked)
  if (workload === 'feed-anonymous') assert.ok(!isAnyLiked)
}

async function checkMeasurements(fleet: Fleet, shape: Shape, unavailable: readonly ServerName[]) {
  const withAvailable = <Kind extends { servers: readonly ServerName[] }>(workload: Kind) => ({
    ...workload,
    servers: workload.servers.filter((server) => !unavailable.includes(server)),
  })
  for (const workload of readWorkloads.filter(({ name }) => name === 'feed')) {
    const [measured] = await measureReads(fleet, shape, withAvailable(workload), PACE)
    for (const [server, [round]] of Object.entries(measured?.rounds ?? {}))
      assert.ok((round?.requests ?? 0) > 0, server)
    console.log(`${workload.name}: measured every server`)
  }
  for (const workload of writeWorkloads) {
    await measureWrites(fleet, shape, { ...workload, servers: ['sql', 'ours'] }, PACE)
    console.log(
      `${workload.name}: all acknowledged writes are in the database, and the counts are right`,
    )
  }
}

/** @returns the servers that need wrk or a package that cannot be installed here */
function unavailableServers(): ServerName[] {
  const unavailable: ServerName[] = []
  try {
    findWrk()
  } catch (error) {
    console.log(`Skipping measurements: ${messageOf(error)}`)
    unavailable.push('limit')
  }
  try {
    installPeers()
  } catch (error) {
    console.log(`Skipping PostGraphile, which could not be installed: ${messageOf(error)}`)
    unavailable.push('postgraphile')
  }
  return unavailable
}

/** Checks the numbers of rows, the like counts and the search index. */
async function checkData(url: string, { posts, users }: Shape) {
  const [row] = await query<Record<string, number>>(
    url,
    `SELECT (SELECT count(*)::int FROM "Post") AS posts, (SELECT count(*)::int FROM "User") AS users,
      (SELECT max("likesCount") FROM "Post") AS most,
      (SELECT count(*)::int FROM "Post" p WHERE "likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")) AS miscounted,
      (SELECT count(*)::int FROM "Post" p LEFT JOIN "PostSearch" s ON s."postId" = p."id"
        WHERE s."postId" IS NULL OR NOT s."grams" @> ARRAY[author_gram(p."authorId")]) AS unindexed`,
  )
  // The product may add its demo user.
  assert.deepEqual(
    { ...row, users: Math.min(row?.users ?? 0, users) },
    { posts, users, most: users / 2, miscounted: 0, unindexed: 0 },
  )
  console.log('data: all counts are right')
}

async function cleanUp(fleet: Fleet, cluster: Cluster) {
  await fleet.stopAll()
  await cluster.close()
  rmSync(BENCH_DIR, { recursive: true, force: true })
}
