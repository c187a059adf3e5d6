import { actorOf, consumeWriteLimit, requireExistingAccount } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { removePictureOfDeletedPost } from '../media/media.cleanup.ts'
import { findOwnUpload } from '../media/media.read.ts'
import { findByIdempotencyKey, toKeyRow } from './idempotency-key.ts'
import type { PostRow } from './post.row.ts'
import { postNotFound } from './post.rules.ts'

/** A post's input, validated by rules/fields.ts. */
export interface NewPost {
  content: string
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  /** The caller's idempotency key. */
  clientKey: string | null
}

/**
 * Creates a post by the actor, and its search entry. Idempotent for a day by `clientKey`.
 * @throws AppError CONFLICT for a key of another post; RATE_LIMITED;
 * BAD_INPUT and FORBIDDEN as `findOwnUpload` does
 */
export async function createPost(context: Context, post: NewPost): Promise<PostRow> {
  const { id: authorId } = actorOf(context)
  const firstId = await findByIdempotencyKey(context, authorId, post)
  if (firstId) return replayResponse(context, firstId, authorId, post)
  await consumeWriteLimit(context, 'post')
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
    createdAt: timeOf(id),
  }
  try {
    const key = clientKey === null ? null : toKeyRow(id, authorId, post, clientKey)
    await context.postWrites.insert({ post: row, search: searchText(content), key })
    return await replayResponse(context, id, authorId, post)
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError)) throw error
    if (error.code === 'P2003') {
      await requireExistingAccount(context, authorId)
      // The cleanup may have removed the upload meanwhile; then this throws BAD_INPUT.
      await findOwnUpload(context, authorId, post.imageUrl, 'imageUrl')
    }
    if (error.code !== 'P2002') throw error
    // A concurrent request with the same key won the race for the unique index.
    const winnerId = await findByIdempotencyKey(context, authorId, post)
    if (winnerId) return replayResponse(context, winnerId, authorId, post)
    // The first insert committed, but its response was lost and the retry met its row.
    const committed = await context.posts.byId(id, authorId)
    if (committed) return committed
    throw error
  }
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
  { clientKey: _, ...post }: NewPost,
): Promise<PostRow> {
  const stored = await context.posts.byId(id, authorId)
  if (stored) return stored
  const author = await context.users.byId(authorId)
  if (!author) throw postNotFound()
  const counts = { likesCount: 0, sharesCount: 0, isLiked: false }
  return { id, ...post, ...counts, author, picture: null, mediaType: mediaTypeOf(post) }
}

/**
 * Deletes a post of the actor, and its picture.
 * @throws AppError FORBIDDEN for another account's post, NOT_FOUND
 */
export async function deletePost(context: Context, id: string): Promise<void> {
  const { id: authorId } = actorOf(context)
  const post = await context.database.post.findUnique({
    where: { id, hiddenAt: null },
    select: { authorId: true, mediaId: true, createdAt: true },
  })
  if (!post) throw postNotFound()
  if (post.authorId !== authorId)
    throw new AppError('FORBIDDEN', 'Only the author can delete a post.', { field: 'postId' })
  await consumeWriteLimit(context)
  const { count } = await context.database.post.deleteMany({ where: { id, authorId } })
  if (count === 0) throw postNotFound()
  const { mediaId, createdAt } = post
  if (mediaId !== null) await removePictureOfDeletedPost(context, { mediaId, createdAt })
}

/** Hides a post everywhere, or shows it again. Returns false if there is no such post. */
export async function setHidden(
  { database }: Pick<Context, 'database'>,
  id: string,
  hidden: boolean,
): Promise<boolean> {
  const { count } = await database.post.updateMany({
    where: { id },
    data: { hiddenAt: hidden ? new Date() : null },
  })
  return count > 0
}
