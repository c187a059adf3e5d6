import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { query } from '../api/database/embedded/cluster.ts'
import { openCluster } from './data/database.ts'
import { createDataset, requireDataset } from './data/dataset.ts'
import { type Shape, shapeOf } from './data/shape.ts'
import { BENCH_DIR } from './paths.ts'
import { Fleet } from './servers/fleet.ts'
import type { ServerName } from './servers/servers.ts'
import { compareResponses } from './workloads/compare-responses.ts'
import type { PostPage } from './workloads/operation.ts'
import { readWorkloads } from './workloads/workloads.ts'

const POSTS = 2_000
const COMPARED_REQUESTS = 8

/** Checks that the product returns the same posts as hand-written SQL. It measures nothing. */
export function compare(): Promise<void> {
  return onSmallDatabase((fleet, shape) => compareReads(fleet, shape, ['sql', 'ours']))
}

/** Creates a small database in BENCH_DIR, checks it before and after the work, and removes it. */
export async function onSmallDatabase(
  work: (fleet: Fleet, shape: Shape) => Promise<void>,
): Promise<void> {
  await createDataset(POSTS)
  const cluster = await openCluster()
  const url = await requireDataset(cluster, POSTS)
  const fleet = new Fleet(url)
  const shape = shapeOf(POSTS)
  try {
    await checkData(url, shape)
    await work(fleet, shape)
    await checkData(url, shape)
  } finally {
    await fleet.stopAll()
    await cluster.close()
    rmSync(BENCH_DIR, { recursive: true, force: true })
  }
}

/** Checks that these servers return the same posts in every workload that they take part in. */
export async function compareReads(
  fleet: Fleet,
  shape: Shape,
  available: readonly ServerName[],
): Promise<void> {
  for (const { name, servers, operations } of readWorkloads) {
    const compared = servers.filter((server) => server !== 'limit' && available.includes(server))
    const { pages } = await compareResponses(
      fleet,
      shape,
      compared,
      operations(shape).slice(0, COMPARED_REQUESTS),
    )
    checkPages(name, pages)
    console.log(`${name}: ${compared.join(', ')} return the same posts`)
  }
}

/** Equal but empty pages would prove little. */
function checkPages(workload: string, pages: readonly PostPage[]) {
  const sizes = pages.map(({ posts }) => posts.length)
  if (workload === 'search-absent') return assert.deepEqual(new Set(sizes), new Set([0]))
  if (workload === 'search-rare') return assert.ok(sizes.some((size) => size > 0))
  if (workload === 'following-silent') return assert.ok(sizes.every((size) => size < 20))
  // So few posts have few likes.
  if (workload === 'notifications') return assert.ok(sizes.some((size) => size === 20))
  if (workload === 'feed-atom') return assert.deepEqual(new Set(sizes), new Set([50]))
  // The post, and its replies.
  if (workload === 'post-page') return assert.deepEqual(new Set(sizes), new Set([21]))
  assert.deepEqual(new Set(sizes), new Set([20]), workload)
  const isAnyShared = pages.some(({ posts }) => posts.some(({ sharedBy }) => sharedBy !== null))
  if (workload.startsWith('following')) assert.ok(isAnyShared, workload)
  const isAnyLiked = pages.some(({ posts }) => posts.some(({ isLiked }) => isLiked))
  if (workload === 'feed') assert.ok(isAnyLiked)
  if (workload === 'feed-anonymous') assert.ok(!isAnyLiked)
}

/** Checks the numbers of rows, the like counts and the search index. */
async function checkData(url: string, { posts, users }: Shape) {
  const [row] = await query<Record<string, number>>(
    url,
    `SELECT (SELECT count(*)::int FROM "Post" WHERE NOT "isReply") AS posts, (SELECT count(*)::int FROM "User") AS users,
      (SELECT max("likesCount") FROM "Post") AS most,
      (SELECT count(*)::int FROM "Post" p WHERE "repliesCount" <> (
        SELECT count(*) FROM "Post" r WHERE r."threadRootId" = p."id")) AS "wrongReplies",
      (SELECT count(*)::int FROM "Post" p WHERE "sharesCount" <> (
        SELECT count(*) FROM "FeedEvent" e WHERE e."postId" = p."id" AND e."kind" = 'SHARE')) AS "wrongShares",
      (SELECT count(*)::int FROM "User" u WHERE
        "followingCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followerId" = u."id")
        OR "followersCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followeeId" = u."id")) AS "wrongFollows",
      (SELECT count(*)::int FROM "Post" p LEFT JOIN "FeedEvent" e ON e."id" = p."id" AND e."actorId" = p."authorId"
        WHERE NOT p."isReply" AND e."id" IS NULL) AS "withoutEvent",
      (SELECT count(*)::int FROM "Post" p WHERE "likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")) AS miscounted,
      (SELECT count(*)::int FROM "Post" p LEFT JOIN "PostSearch" s ON s."postId" = p."id"
        WHERE NOT p."isReply" AND (s."postId" IS NULL OR NOT s."grams" @> ARRAY[author_gram(p."authorId")])) AS unindexed`,
  )
  // The product may add its demo user.
  assert.deepEqual(
    { ...row, users: Math.min(row?.users ?? 0, users) },
    {
      posts,
      users,
      most: users / 2,
      wrongReplies: 0,
      wrongShares: 0,
      wrongFollows: 0,
      withoutEvent: 0,
      miscounted: 0,
      unindexed: 0,
    },
  )
  console.log('data: all counts are right')
}
