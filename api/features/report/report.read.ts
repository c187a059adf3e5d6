import { isModerator } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { isShownBy } from '../visibility/is-shown-by.ts'
import { type ReportRow, withOutcome } from './report.row.ts'
import type { Snapshot, Subject } from './snapshot.ts'

export interface ReportedSubject {
  authorId: string
  mediaId: string | null
  snapshot: Snapshot
}

/** Reads what a person reports. Null unless they could see it without blocks of their own. */
export async function readSubject(
  database: Database,
  subject: Subject,
  reporterId: string,
): Promise<ReportedSubject | null> {
  // SQL: visibility is defined by SQL functions.
  const [row] = await database.rows<ReportedSubject>`${subjectSql(subject, reporterId)}`
  return row ?? null
}

function subjectSql({ type, id }: Subject, reporterId: string): Prisma.Sql {
  const viewer = Prisma.sql`${reporterId}::uuid`
  const author = isShownBy(Prisma.sql`a."id"`, reporterId)
  const postAuthor = isShownBy(Prisma.sql`p."authorId"`, reporterId)
  switch (type) {
    case 'POST':
      return Prisma.sql`
        SELECT a."id" AS "authorId", p."mediaId", json_build_object(${NAMES},
          'content', p."content", 'imageUrl', p."imageUrl", 'imageAlt', p."imageAlt",
          'videoUrl', p."videoUrl", 'postId', NULL) AS "snapshot"
        FROM visible_posts(NULL) p JOIN "User" a ON a."id" = p."authorId"
        WHERE p."id" = ${id}::uuid AND ${author}`
    case 'SHARE':
      return Prisma.sql`
        SELECT a."id" AS "authorId", NULL AS "mediaId", json_build_object(${NAMES},
          'content', e."comment", 'imageUrl', NULL, 'imageAlt', NULL,
          'videoUrl', NULL, 'postId', p."id") AS "snapshot"
        FROM "FeedEvent" e JOIN "User" a ON a."id" = e."actorId"
        JOIN visible_posts(NULL) p ON p."id" = e."postId"
        WHERE e."id" = ${id}::uuid AND e."kind" = 'SHARE' AND ${author} AND ${postAuthor}`
    case 'THANKS':
      return Prisma.sql`
        SELECT a."id" AS "authorId", NULL AS "mediaId", json_build_object(${NAMES},
          'content', t."text", 'imageUrl', NULL, 'imageAlt', NULL,
          'videoUrl', NULL, 'postId', p."id") AS "snapshot"
        FROM "Thanks" t JOIN "User" a ON a."id" = t."senderId"
        JOIN visible_posts(NULL) p ON p."id" = t."postId"
        WHERE t."id" = ${id}::uuid AND t."hiddenById" IS NULL AND ${author} AND ${postAuthor}
          AND ${viewer} IN (t."senderId", p."authorId")`
    case 'USER':
      return Prisma.sql`
        SELECT a."id" AS "authorId", a."avatarMediaId" AS "mediaId", json_build_object(${NAMES},
          'content', a."bio", 'imageUrl', a."avatar", 'imageAlt', NULL,
          'videoUrl', NULL, 'postId', NULL) AS "snapshot"
        FROM "User" a WHERE a."id" = ${id}::uuid AND ${author}`
  }
}

const NAMES = Prisma.sql`
  'displayName', a."displayName", 'username', a."username", 'avatar', a."avatar"`

/** Reports that moderators see: nobody sees who reported them. */
function notAbout(userId: string): Prisma.ReportWhereInput {
  return { OR: [{ authorId: null }, { authorId: { not: userId } }] }
}

/** Reads reports by id, in the same order. Null unless the viewer reported it or is a moderator. */
export async function reportsById(
  ids: readonly string[],
  context: Context,
): Promise<(ReportRow | null)[]> {
  const { viewer, database } = context
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  const visible = [
    { reporterId: viewer.id },
    ...(isModerator(context) ? [notAbout(viewer.id)] : []),
  ]
  const rows = await database.report.findMany({
    where: { id: { in: [...ids] }, OR: visible },
    include: withOutcome,
  })
  return inOrderOf(ids, rows)
}
