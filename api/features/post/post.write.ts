import { actorOf, consumeWriteLimit, requireExistingAccount } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { removePictureOf } from '../media/media.sweep.ts'
import { ownUpload } from '../user/upload.write.ts'
import type { PostRow } from './post.row.ts'
import { postGone } from './post.rules.ts'
import { keyRow, madeBefore } from './post-key.ts'

/** What somebody posts, checked by rules/fields.ts. */
export interface NewPost {
  content: string
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  /** The caller's name for this post, so that sending it again does not make another. */
  clientKey: string | null
}

/**
 * Makes a post by whoever acts, and its entry in the search. The same client key again within a day gives the first post.
 * @returns the post; a first one that is gone by now as it was when it had just been made
 * @throws AppError CONFLICT for a client key that stands for another post; BAD_INPUT and FORBIDDEN about the picture; RATE_LIMITED
 */
export async function createPost(context: Context, post: NewPost): Promise<PostRow> {
  const { id: authorId } = actorOf(context)
  const first = await madeBefore(context, authorId, post)
  if (first) return answeredAgain(context, first, authorId, post)
  await consumeWriteLimit(context, 'post')
  const mediaId = await ownUpload(context, authorId, post.imageUrl, 'imageUrl')
  const id = context.ids.next()
  const { content, imageUrl, imageAlt, videoUrl, clientKey } = post
  const mediaType = mediaTypeOf(post)
  const row = {
    id,
    authorId,
    content,
    imageUrl,
    imageAlt: imageUrl && imageAlt,
    videoUrl,
    mediaId,
    mediaType,
    createdAt: timeOf(id),
  }
  try {
    const key = clientKey === null ? null : keyRow(id, authorId, post, clientKey)
    await context.inserts.insert({ post: row, search: searchText(content), key })
    return (await context.posts.one(id, authorId)) ?? asAnsweredFirst(id, post, context)
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError)) throw error
    if (error.code === 'P2003') {
      await requireExistingAccount(context, authorId)
      // The upload was swept in between: looking for it again says so.
      await ownUpload(context, authorId, post.imageUrl, 'imageUrl')
    }
    // The same key twice at once: the unique index lets one pass, and the other gets its post.
    if (error.code !== 'P2002') throw error
    const other = await madeBefore(context, authorId, post)
    if (other) return answeredAgain(context, other, authorId, post)
    // The connection was lost after all was written, and it was written again.
    const own = await context.posts.one(id, authorId)
    if (own) return own
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

async function answeredAgain(
  context: Context,
  id: string,
  authorId: string,
  post: NewPost,
): Promise<PostRow> {
  return (await context.posts.one(id, authorId)) ?? asAnsweredFirst(id, post, context)
}

/** A post that its author deleted, as it was when it had just been made: whoever sends it again gets the first answer. */
async function asAnsweredFirst(
  id: string,
  { clientKey: _, ...post }: NewPost,
  context: Context,
): Promise<PostRow> {
  const author = await context.users.byId(actorOf(context).id)
  if (!author) throw postGone()
  const counts = { likesCount: 0, sharesCount: 0, isLiked: false }
  return { id, ...post, ...counts, author, picture: null, mediaType: mediaTypeOf(post) }
}

/**
 * Deletes a post of whoever acts, and its picture.
 * @throws AppError FORBIDDEN when it is another's, NOT_FOUND when there is none
 */
export async function deletePost(context: Context, id: string): Promise<void> {
  const { id: authorId } = actorOf(context)
  const post = await context.database.post.findUnique({
    where: { id, hiddenAt: null },
    select: { authorId: true, mediaId: true, createdAt: true },
  })
  if (!post) throw postGone()
  if (post.authorId !== authorId)
    throw new AppError('FORBIDDEN', 'Only its author can delete a post.', { field: 'postId' })
  await consumeWriteLimit(context)
  const { count } = await context.database.post.deleteMany({ where: { id, authorId } })
  if (count === 0) throw postGone()
  const { mediaId, createdAt } = post
  if (mediaId !== null) await removePictureOf(context, { mediaId, createdAt })
}

/** Takes a post out of sight everywhere, or brings it back. False when there is no such post. */
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
