import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { query } from '../api/database/embedded/cluster.ts'
import { messageOf } from '../api/lib/operator-error.ts'
import { makeStale } from '../scripts/steps.ts'
import { type Cluster, openCluster } from './data/database.ts'
import { dataOf, makeData } from './data/load.ts'
import { type Shape, shapeOf } from './data/shape.ts'
import { findWrk } from './load/wrk.ts'
import { BENCH_DIR } from './place.ts'
import { Fleet } from './servers/fleet.ts'
import { installPeers } from './servers/peers.ts'
import type { ServerName } from './servers/servers.ts'
import { checkAnswers } from './workloads/check.ts'
import { measureReads } from './workloads/measure.ts'
import { measureWrites } from './workloads/measure-writes.ts'
import { measureMixed } from './workloads/mixed.ts'
import type { Answer } from './workloads/operation.ts'
import { readWorkloads } from './workloads/workloads.ts'
import { writeWorkloads } from './workloads/writes.ts'

const POSTS = 2_000
const PACE = { rounds: 1, seconds: 1, warmUp: 0 }
const MIXED_PACE = { seconds: 2, restSeconds: 0 }
const CHECKED = 8

/** Tries the benchmark itself on a small database: that all servers answer the same, and that nothing that is written is lost. */
export async function smoke(): Promise<void> {
  await makeStale()
  await makeData(POSTS)
  const cluster = await openCluster()
  const url = await dataOf(cluster, POSTS)
  const fleet = new Fleet(url)
  const shape = shapeOf(POSTS)
  try {
    await checkData(url, shape)
    const left = leftOut()
    for (const { name, servers, operations } of readWorkloads) {
      const asked = servers.filter((server) => server !== 'limit' && !left.includes(server))
      const { answers } = await checkAnswers(
        fleet,
        shape,
        asked,
        operations(shape).slice(0, CHECKED),
      )
      checkShown(name, answers)
      console.log(`${name}: ${asked.join(', ')} answer the same`)
    }
    if (!left.includes('limit')) await tryLoads(fleet, shape, left)
    const mixed = await measureMixed(fleet, shape, MIXED_PACE)
    assert.deepEqual(mixed.faults, [])
    assert.ok(
      mixed.latencies.feed.count > mixed.latencies.like.count && mixed.latencies.like.count > 0,
    )
    console.log('mixed: no faults, and everything that was acknowledged is there')
    await checkData(url, shape)
  } finally {
    await end(fleet, cluster)
  }
}

/** Equal answers would prove little if they were all empty. */
function checkShown(workload: string, answers: readonly Answer[]) {
  const sizes = answers.map(({ posts }) => posts.length)
  if (workload === 'search-absent') return assert.deepEqual(new Set(sizes), new Set([0]))
  if (workload === 'search-rare') return assert.ok(sizes.some((size) => size > 0))
  assert.deepEqual(new Set(sizes), new Set([20]), workload)
  const isAnyLiked = answers.some(({ posts }) => posts.some(({ isLiked }) => isLiked))
  if (workload === 'feed') assert.ok(isAnyLiked)
  if (workload === 'feed-anonymous') assert.ok(!isAnyLiked)
}

async function tryLoads(fleet: Fleet, shape: Shape, left: readonly ServerName[]) {
  const without = <Kind extends { servers: readonly ServerName[] }>(workload: Kind) => ({
    ...workload,
    servers: workload.servers.filter((server) => !left.includes(server)),
  })
  for (const workload of readWorkloads.filter(({ name }) => name === 'feed')) {
    const [measured] = await measureReads(fleet, shape, without(workload), PACE)
    for (const [server, [round]] of Object.entries(measured?.rounds ?? {}))
      assert.ok((round?.requests ?? 0) > 0, server)
    console.log(`${workload.name}: every server was measured`)
  }
  for (const workload of writeWorkloads) {
    await measureWrites(fleet, shape, { ...workload, servers: ['sql', 'ours'] }, PACE)
    console.log(
      `${workload.name}: everything that was acknowledged is there, and the counts are right`,
    )
  }
}

/** What cannot be had here: the generator, or the peer from the registry. */
function leftOut(): ServerName[] {
  const left: ServerName[] = []
  try {
    findWrk()
  } catch (error) {
    console.log(`Without loads: ${messageOf(error)}`)
    left.push('limit')
  }
  try {
    installPeers()
  } catch (error) {
    console.log(`Without PostGraphile, which could not be installed: ${messageOf(error)}`)
    left.push('postgraphile')
  }
  return left
}

/** The counts are those of the likes, the most liked post has half of all users, and the search knows every post. */
async function checkData(url: string, { posts, users }: Shape) {
  const [row] = await query<Record<string, number>>(
    url,
    `SELECT (SELECT count(*)::int FROM "Post") AS posts, (SELECT count(*)::int FROM "User") AS users,
      (SELECT max("likesCount") FROM "Post") AS most,
      (SELECT count(*)::int FROM "Post" p WHERE "likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")) AS miscounted,
      (SELECT count(*)::int FROM "Post" p LEFT JOIN "PostSearch" s ON s."postId" = p."id"
        WHERE s."postId" IS NULL OR NOT s."grams" @> ARRAY[author_gram(p."authorId")]) AS unknown`,
  )
  // The product adds its demo user where it has one.
  assert.deepEqual(
    { ...row, users: Math.min(row?.users ?? 0, users) },
    { posts, users, most: users / 2, miscounted: 0, unknown: 0 },
  )
  console.log('data: counted right')
}

async function end(fleet: Fleet, cluster: Cluster) {
  await fleet.endAll()
  await cluster.close()
  rmSync(BENCH_DIR, { recursive: true, force: true })
}
