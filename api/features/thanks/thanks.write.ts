import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { postReads } from '../post/post.read.ts'
import { postNotFound } from '../post/post.rules.ts'
import { lockUsers } from '../user/lock-users.ts'

interface NewThanks {
  senderId: string
  authorId: string
  postId: string
  text: string
}

/**
 * The author of a post whom someone wants to thank.
 * @throws AppError NOT_FOUND; BAD_INPUT for own posts; FORBIDDEN if the author takes no thanks;
 * CONFLICT for the second thanks
 */
export async function readRecipient(
  { database }: Pick<Context, 'database'>,
  { senderId, postId }: Pick<NewThanks, 'senderId' | 'postId'>,
): Promise<string> {
  const post = await postReads(database).byId(postId, senderId)
  if (!post) throw postNotFound()
  const { id: authorId } = post.author
  if (authorId === senderId) throw new AppError('BAD_INPUT', 'THANKS_SELF', { field: 'postId' })
  // Many people share the demo user, so nobody would read a private note.
  if (authorId === DEMO_USER_UUID) throw takesNone()
  await requireTaken(database, authorId)
  await requireFirst(database, { senderId, postId })
  return authorId
}

/**
 * Thanks the author of a post, who is notified at once unless they mute the sender.
 * @returns the id
 * @throws AppError as `readRecipient`
 */
export async function sendThanks(
  { database, ids }: Pick<Context, 'database' | 'ids'>,
  { senderId, authorId, postId, text }: NewThanks,
): Promise<string> {
  const [id, notificationId] = [ids.next(), ids.next()]
  const rows = await database.$transaction(async (transaction) => {
    await lockUsers(transaction, [senderId, authorId])
    await requireTaken(transaction, authorId)
    // SQL: inserts nothing for a post that is deleted or hidden meanwhile, and none twice.
    return transaction.$queryRaw<{ id: string }[]>`
      WITH post AS MATERIALIZED (
        SELECT "id" FROM "Post" WHERE "id" = ${postId}::uuid
          AND "id" IN (SELECT v."id" FROM visible_posts(${senderId}::uuid) v) FOR KEY SHARE),
      thanks AS (
        INSERT INTO "Thanks" ("id", "senderId", "postId", "text")
        SELECT ${id}::uuid, u."id", post."id", ${text} FROM "User" u, post
        WHERE u."id" = ${senderId}::uuid ON CONFLICT ("senderId", "postId") DO NOTHING
        RETURNING *),
      notification AS (
        INSERT INTO "Notification" ("id", "userId", "kind", "postId", "thanksId")
        SELECT ${notificationId}::uuid, ${authorId}::uuid, 'THANKS', t."postId", t."id"
        FROM thanks t
        WHERE NOT EXISTS (SELECT FROM hides_between(${authorId}::uuid, t."senderId") OFFSET 0))
      SELECT "id" FROM thanks`
  })
  if (rows.length > 0) return id
  await requireFirst(database, { senderId, postId })
  throw postNotFound()
}

/** @throws AppError CONFLICT */
async function requireFirst(
  database: Database,
  where: Pick<NewThanks, 'senderId' | 'postId'>,
): Promise<void> {
  if (await database.thanks.findFirst({ where }))
    throw new AppError('CONFLICT', 'THANKS_SENT', { field: 'postId' })
}

const takesNone = () => new AppError('FORBIDDEN', 'THANKS_OFF', { field: 'postId' })

/** @throws AppError FORBIDDEN */
async function requireTaken(
  database: Database | Prisma.TransactionClient,
  authorId: string,
): Promise<void> {
  const settings = await database.notificationSettings.findUnique({
    where: { userId: authorId },
  })
  if (settings && !settings.thanks) throw takesNone()
}
