import type { Context } from '#api/context.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { uuids } from '#api/database/list.ts'
import { toActor } from '../share/share.row.ts'
import { type ThanksRow, type ThanksTuple, thanksTuple } from './thanks.row.ts'

/** Reads thanks by id, in the same order. Null unless the viewer sent or received it. */
export async function thanksById(
  ids: readonly string[],
  { database, viewer }: Pick<Context, 'database' | 'viewer'>,
): Promise<(ThanksRow | null)[]> {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  // SQL: visibility is defined by SQL functions. A sender also sees what the recipient does not.
  const rows = await database.rows<{ thanks: ThanksTuple }>`
    SELECT ${thanksTuple} AS "thanks" FROM "Thanks" t
    JOIN "User" s ON s."id" = t."senderId"
    JOIN visible_posts(${viewer.id}::uuid) p ON p."id" = t."postId"
    WHERE t."id" = ANY(${uuids(ids)}) AND (t."senderId" = ${viewer.id}::uuid
      OR (p."authorId" = ${viewer.id}::uuid AND t."hiddenById" IS NULL
        AND NOT EXISTS (SELECT FROM hides_between(p."authorId", t."senderId") OFFSET 0)))`
  const found = rows.map(({ thanks }) => toThanks(thanks))
  return inOrderOf(ids, found)
}

/** Reads thanks for a moderator of their report. Null if they are hidden or gone. */
export async function reportedThanks(
  { database }: Pick<Context, 'database'>,
  id: string,
): Promise<ThanksRow | null> {
  // SQL: visibility is defined by SQL functions.
  const [row] = await database.rows<{ thanks: ThanksTuple }>`
    SELECT ${thanksTuple} AS "thanks" FROM "Thanks" t
    JOIN "User" s ON s."id" = t."senderId"
    JOIN visible_posts(NULL) p ON p."id" = t."postId"
    WHERE t."id" = ${id}::uuid AND t."hiddenById" IS NULL`
  return row ? toThanks(row.thanks) : null
}

function toThanks([id, postId, text, sender]: ThanksTuple): ThanksRow {
  return { id, postId, text, sender: toActor(sender) }
}
