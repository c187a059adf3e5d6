import { query } from '../../api/database/embedded/cluster.ts'
import { followingKinds, viewersFollowing } from '../data/follows.ts'
import { postId, userId, uuidText } from '../data/ids.ts'
import { isHidden, type Shape, userOfViewer } from '../data/shape.ts'
import type { Operation } from './operation.ts'
import { checkCount, count, type SentWrites } from './sent-writes.ts'

type PairOf<Kind> = Extract<Operation, { kind: Kind }>

interface PairTable<Pair extends PairOf<'like' | 'follow'>> {
  kind: Pair['kind']
  table: string
  /** The table of what has the count. */
  counted: string
  /** Of the viewer, and of the other half of the pair. */
  columns: readonly [string, string]
  otherIdOf(pair: Pair, shape: Shape): Buffer
  isPossible(pair: Pair, shape: Shape): boolean
  /** Counts the wrong counts of these pairs. */
  wrongCounts(pairs: string): string
}

/** Writes that each connect a viewer with a post or a person. */
function pairWrites<Pair extends PairOf<'like' | 'follow'>>({
  kind,
  table,
  counted,
  columns: [viewerColumn, otherColumn],
  otherIdOf,
  isPossible,
  wrongCounts,
}: PairTable<Pair>) {
  const pairs = `unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY pair("${viewerColumn}", "${otherColumn}", "index")`
  const stored = `${pairs} JOIN "${table}" stored USING ("${viewerColumn}", "${otherColumn}")`
  const idsOf = (
    all: readonly Operation[],
    shape: Shape,
  ): [viewers: string[], others: string[]] => {
    const own = all.filter((each) => each.kind === kind) as Pair[]
    return [
      own.map(({ viewer }) => uuidText(userId(shape, userOfViewer(shape, viewer)))),
      own.map((pair) => uuidText(otherIdOf(pair, shape))),
    ]
  }
  return {
    /** Removes duplicates, and pairs that are impossible or already in the database. */
    async create(candidates: readonly Pair[], shape: Shape, databaseUrl: string) {
      const possible = candidates.filter((pair) => isPossible(pair, shape))
      const unique = [...new Map(possible.map((pair) => [JSON.stringify(pair), pair])).values()]
      const existing = await query<{ index: number }>(
        databaseUrl,
        `SELECT "index"::int FROM ${stored}`,
        idsOf(unique, shape),
      )
      const existingIndexes = new Set(existing.map(({ index }) => index - 1))
      return unique.filter((_, index) => !existingIndexes.has(index))
    },
    /** @throws Error when an acknowledged pair is missing or a count is wrong */
    async check({ operations, ...sent }: SentWrites, shape: Shape, databaseUrl: string) {
      const ids = idsOf(operations, shape)
      checkCount(
        await count(databaseUrl, `SELECT count(*)::int AS count FROM ${stored}`, ids),
        sent,
        `${kind}s`,
      )
      const wrong = await count(databaseUrl, wrongCounts(pairs), ids)
      if (wrong > 0) throw new Error(`${wrong} counts of ${kind}s are wrong.`)
    },
    async undo(operations: readonly Operation[], shape: Shape, databaseUrl: string) {
      await query(
        databaseUrl,
        `DELETE FROM "${table}" stored USING ${pairs}
         WHERE stored."${viewerColumn}" = pair."${viewerColumn}"
           AND stored."${otherColumn}" = pair."${otherColumn}"`,
        idsOf(operations, shape),
      )
      for (const name of [table, counted]) await query(databaseUrl, `VACUUM "${name}"`)
    },
  }
}

export const likes = pairWrites<PairOf<'like'>>({
  kind: 'like',
  table: 'Like',
  counted: 'Post',
  columns: ['userId', 'postId'],
  otherIdOf: ({ post }, shape) => postId(shape, post),
  isPossible: ({ post }) => !isHidden(post),
  wrongCounts: (pairs) => `
    SELECT count(*)::int AS count FROM "Post" p WHERE p."id" IN (SELECT "postId" FROM ${pairs})
      AND p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")`,
})

/** Viewers whose number of followees must stay exact, also while other workloads run. */
const exact = new Set(
  Object.keys(followingKinds).flatMap((kind) =>
    viewersFollowing(kind as keyof typeof followingKinds),
  ),
)

export const follows = pairWrites<PairOf<'follow'>>({
  kind: 'follow',
  table: 'Follow',
  counted: 'User',
  columns: ['followerId', 'followeeId'],
  otherIdOf: ({ followee }, shape) => userId(shape, followee),
  isPossible: ({ viewer, followee }, shape) =>
    userOfViewer(shape, viewer) !== followee && !exact.has(viewer),
  wrongCounts: (pairs) => `
    SELECT count(*)::int AS count FROM "User" u
    WHERE u."id" IN (SELECT "followerId" FROM ${pairs} UNION SELECT "followeeId" FROM ${pairs})
      AND (u."followingCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followerId" = u."id")
        OR u."followersCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followeeId" = u."id"))`,
})
