import { query } from '../../api/database/embedded/cluster.ts'
import { followingKinds, viewersFollowing } from '../data/follows.ts'
import { userId, uuidText } from '../data/ids.ts'
import { type Shape, userOfViewer } from '../data/shape.ts'
import type { Operation } from './operation.ts'
import { checkCount, count, rows, type SentWrites } from './sent-writes.ts'

interface FollowPair {
  viewer: number
  followee: number
}

const PAIRS = `unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY pair("followerId", "followeeId", "index")`
/** Viewers whose number of followees must stay exact, also while other workloads run. */
const exact = new Set(
  Object.keys(followingKinds).flatMap((kind) =>
    viewersFollowing(kind as keyof typeof followingKinds),
  ),
)

/** Removes duplicates, and follows that are impossible or already in the database. */
export async function newFollows(
  candidates: readonly FollowPair[],
  shape: Shape,
  databaseUrl: string,
): Promise<Operation[]> {
  const pairs = [
    ...new Map(
      candidates
        .filter(({ viewer, followee }) => userOfViewer(shape, viewer) !== followee)
        .filter(({ viewer }) => !exact.has(viewer))
        .map((pair) => [`${pair.viewer} ${pair.followee}`, pair]),
    ).values(),
  ]
  const existing = await rows<{ index: number }>(
    databaseUrl,
    `SELECT "index"::int FROM ${PAIRS} JOIN "Follow" f USING ("followerId", "followeeId")`,
    pairParameters(pairs, shape),
  )
  const existingIndexes = new Set(existing.map(({ index }) => index - 1))
  return pairs
    .filter((_, index) => !existingIndexes.has(index))
    .map((pair) => ({ kind: 'follow', ...pair }))
}

/** @throws Error when an acknowledged follow is missing or a count is wrong */
export async function checkFollows(
  { operations, ...sent }: SentWrites,
  shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const values = pairParameters(followsIn(operations), shape)
  const stored = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM ${PAIRS} JOIN "Follow" f USING ("followerId", "followeeId")`,
    values,
  )
  checkCount(stored, sent, 'follows')
  const wrong = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM "User" u
     WHERE u."id" IN (SELECT "followerId" FROM ${PAIRS} UNION SELECT "followeeId" FROM ${PAIRS})
       AND (u."followingCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followerId" = u."id")
         OR u."followersCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followeeId" = u."id"))`,
    values,
  )
  if (wrong > 0) throw new Error(`${wrong} users have a wrong count of follows.`)
}

export async function undoFollows(
  operations: readonly Operation[],
  shape: Shape,
  databaseUrl: string,
): Promise<void> {
  await rows(
    databaseUrl,
    `DELETE FROM "Follow" f USING ${PAIRS}
     WHERE f."followerId" = pair."followerId" AND f."followeeId" = pair."followeeId"`,
    pairParameters(followsIn(operations), shape),
  )
  for (const table of ['Follow', 'User']) await query(databaseUrl, `VACUUM "${table}"`)
}

function pairParameters(
  pairs: readonly FollowPair[],
  shape: Shape,
): [followers: string[], followees: string[]] {
  return [
    pairs.map(({ viewer }) => uuidText(userId(shape, userOfViewer(shape, viewer)))),
    pairs.map(({ followee }) => uuidText(userId(shape, followee))),
  ]
}

function followsIn(operations: readonly Operation[]): FollowPair[] {
  return operations.flatMap((operation) => (operation.kind === 'follow' ? [operation] : []))
}
