import { actorOf, consumeWriteLimit, requireExistingAccount } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { consumeNewAccountLimit, requireNoLink } from '#api/new-account.ts'
import { removePictureOfDeletedPost } from '../media/media.cleanup.ts'
import { findOwnUpload } from '../media/media.read.ts'
import { userReads } from '../user/user.read.ts'
import { deletePosts, MAX_ROWS_DELETED } from './delete-posts.ts'
import { findByIdempotencyKey, toKeyRow } from './idempotency-key.ts'
import { withLockedPosts } from './lock-posts.ts'
import type { NewPost } from './new-post.ts'
import { markEarlyPosts, postWrites } from './post.insert.ts'
import { postReads } from './post.read.ts'
import type { PostRow } from './post.row.ts'
import { parsePostId, postNotFound } from './post.rules.ts'
import { anonymousPostState } from './post-viewer-state.ts'
import { findReplyPlace, repliesClosed } from './thread.ts'

/**
 * Creates a post or reply by the actor, and its search entry. Idempotent for a day by `clientKey`.
 * @throws AppError CONFLICT for a key of another post; RATE_LIMITED; as `findReplyPlace` does;
 * FORBIDDEN for a link by a new account;
 * BAD_INPUT and FORBIDDEN as `findOwnUpload` does
 */
export async function createPost(context: Context, post: NewPost): Promise<PostRow> {
  const { id: authorId } = actorOf(context)
  const firstId = await findByIdempotencyKey(context, authorId, post)
  if (firstId) return replayResponse(context, firstId, authorId, post)
  requireNoLink(context, post.content)
  const place = await placeOf(context, authorId, post)
  await consumeWriteLimit(context, 'post')
  await consumeNewAccountLimit(context, place ? 'newAccountReply' : 'newAccountPost')
  const mediaId = await findOwnUpload(context, authorId, post.imageUrl, 'imageUrl')
  const id = context.ids.next()
  const { content, imageUrl, imageAlt, videoUrl, clientKey } = post
  const row = {
    id,
    authorId,
    content,
    imageUrl,
    imageAlt: imageUrl && imageAlt,
    videoUrl,
    mediaId,
    mediaType: mediaTypeOf(post),
    threadRootId: place?.threadRootId ?? null,
    inReplyToId: place?.inReplyToId ?? null,
    createdAt: timeOf(id),
  }
  try {
    const key = clientKey === null ? null : toKeyRow(id, authorId, post, clientKey)
    const search = place ? null : searchText(content)
    if (!(await postWrites(context.database).insert({ post: row, search, key })))
      throw repliesClosed()
    return await replayResponse(context, id, authorId, post)
  } catch (error) {
    if (violates(error, 'foreign key')) {
      await requireExistingAccount(context, authorId)
      // The cleanup may have removed the upload meanwhile; then this throws BAD_INPUT.
      await findOwnUpload(context, authorId, post.imageUrl, 'imageUrl')
      // The author may have deleted the answered post; then this throws NOT_FOUND.
      await placeOf(context, authorId, post)
    }
    if (!violates(error, 'unique key')) throw error
    // A concurrent request with the same key won the race for the unique index.
    const winnerId = await findByIdempotencyKey(context, authorId, post)
    if (winnerId) return replayResponse(context, winnerId, authorId, post)
    // The first insert committed, but its response was lost and the retry met its row.
    const committed = await postReads(context.database).byId(id, authorId)
    if (committed) return committed
    throw error
  }
}

async function placeOf(context: Context, actorId: string, { inReplyToId }: NewPost) {
  return inReplyToId === null ? null : findReplyPlace(context, actorId, inReplyToId)
}

export function mediaTypeOf({
  imageUrl,
  videoUrl,
}: Pick<NewPost, 'imageUrl' | 'videoUrl'>): MediaType {
  if (imageUrl) return 'IMAGE'
  return videoUrl ? 'VIDEO' : 'TEXT'
}

/** Reads the post. If its author deleted it meanwhile, rebuilds it as it was at first. */
async function replayResponse(
  context: Context,
  id: string,
  authorId: string,
  { clientKey: _, inReplyToId, ...post }: NewPost,
): Promise<PostRow> {
  const stored = await postReads(context.database).byId(id, authorId)
  if (stored) return stored
  const author = await userReads(context.database).byId(authorId, null)
  if (!author) throw postNotFound()
  const counts = { likesCount: 0, sharesCount: 0, repliesCount: 0, ...anonymousPostState }
  const answeredId = inReplyToId === null ? null : parsePostId(inReplyToId)
  return {
    ...{ id, ...post, ...counts, author, picture: null, mediaType: mediaTypeOf(post) },
    ...{ repliesClosed: false, isEarly: false },
    // The thread of a deleted reply is no longer known; it has the answered post at least.
    ...{ threadRootId: answeredId, inReplyToId: answeredId },
  }
}

const REPLIES_PER_BATCH = 500

interface DeletedPost {
  authorId: string
  mediaId: string | null
  likesCount: number
  sharesCount: number
  repliesCount: number
  isEarly: boolean
  createdAt: Date
}

/**
 * Deletes a post of the actor, and its picture.
 * @throws AppError FORBIDDEN for another account's post, NOT_FOUND
 */
export async function deletePost(context: Context, id: string): Promise<void> {
  const options = { mayBeSuspended: true }
  const { id: authorId } = actorOf(context, options)
  const post = await findDeletable(context, id, authorId)
  if (!post) throw postNotFound()
  if (post.authorId !== authorId)
    throw new AppError('FORBIDDEN', 'NOT_THE_AUTHOR', { field: 'postId' })
  await consumeWriteLimit(context, undefined, options)
  if (post.repliesCount > 0) await deleteThread(context, id)
  if (!(await deleteOnePost(context, id, post))) throw postNotFound()
  if (post.isEarly) await markEarlyPosts(context.database, authorId)
  await removePictureOfDeletedPost(context, post)
}

/** Finds a post that the actor can see, or their own that only suspensions of them hide. */
async function findDeletable({ database }: Context, id: string, actorId: string) {
  // SQL: visible_posts is the definition. What the operator hid may be in no decision.
  const [post] = await database.$queryRaw<DeletedPost[]>`
    SELECT "authorId", "mediaId", "likesCount", "sharesCount", "repliesCount", "isEarly", "createdAt"
    FROM "Post" p
    WHERE p."id" = ${id}::uuid AND (
      EXISTS (SELECT FROM visible_posts(${actorId}::uuid) v WHERE v."id" = p."id")
      OR (p."authorId" = ${actorId}::uuid AND p."hiddenByOperatorAt" IS NULL AND (
        SELECT bool_and(e."action" = 'SUSPEND')
        FROM "HiddenPost" h JOIN "ModerationEvent" e ON e."id" = h."decisionId"
        WHERE h."postId" = p."id")))`
  return post
}

/** @returns whether it existed: it may be deleted twice at the same time */
async function deleteOnePost(
  { database }: Context,
  id: string,
  { likesCount, sharesCount }: DeletedPost,
): Promise<boolean> {
  if (likesCount + sharesCount < MAX_ROWS_DELETED) {
    // Someone may answer at the same time.
    const { count } = await retryOnDeadlock(() => database.post.deleteMany({ where: { id } }))
    return count > 0
  }
  const deleteSome = () => withLockedPosts(database, Prisma.sql`SELECT ${id}::uuid`, deletePosts)
  if ((await deleteSome()) === 0) return false
  while ((await deleteSome()) > 0);
  return true
}

/**
 * Deletes the replies to a post in batches, so that no statement holds many locks for long, and
 * their pictures.
 */
async function deleteThread(context: Context, threadRootId: string): Promise<void> {
  const { database } = context
  for (;;) {
    const replies = await database.post.findMany({
      where: { threadRootId },
      select: { id: true, mediaId: true, createdAt: true },
      take: REPLIES_PER_BATCH,
    })
    if (replies.length === 0) return
    const ids = replies.map(({ id }) => id)
    await retryOnDeadlock(() => database.post.deleteMany({ where: { id: { in: ids } } }))
    for (const reply of replies) await removePictureOfDeletedPost(context, reply)
  }
}

/**
 * Hides a post everywhere, or shows it again, for the operator. What the operator hides stays
 * hidden when moderators take their decisions back; showing it again also undoes what they hid.
 * @returns false if there is no such post
 */
export async function setHidden(
  { database }: Pick<Context, 'database'>,
  id: string,
  hidden: boolean,
): Promise<boolean> {
  const at = hidden ? new Date() : null
  const [{ count }] = await database.$transaction([
    database.post.updateMany({
      where: { id },
      data: { hiddenByOperatorAt: at, hiddenAt: at, hiddenUntil: null },
    }),
    ...(hidden ? [] : [database.hiddenPost.deleteMany({ where: { postId: id } })]),
  ])
  return count > 0
}
