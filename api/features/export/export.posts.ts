import { timeOf, toPublicId } from '#api/lib/ids.ts'
import {
  NEWEST_PAGE,
  newestFirst,
  PAGE_SIZE,
  paginate,
  pathInZip,
  readPosts,
  readUploads,
  withVisiblePost,
} from './export.read.ts'
import { list, type Sections } from './export.section.ts'

const ofAuthor = { post: { select: { author: { select: { username: true } } } } } as const

/** What an account posts, uploads, likes and shares, without what it cannot see. */
export const posts = {
  uploads: (database, { id }) =>
    list(readUploads(database, id), (upload) => {
      const { width, height, createdAt } = upload
      return { file: pathInZip(upload), width, height, createdAt }
    }),
  posts: (database, { id: authorId }) =>
    list(readPosts(database, authorId), ({ id, inReplyToId, media, ...post }) => ({
      id: toPublicId('Post', id),
      content: post.content,
      mediaType: post.mediaType,
      imageUrl: post.imageUrl,
      imageAlt: post.imageAlt,
      imageFile: pathInZip(media),
      videoUrl: post.videoUrl,
      likesCount: post.likesCount,
      sharesCount: post.sharesCount,
      repliesCount: post.repliesCount,
      inReplyToId: inReplyToId && toPublicId('Post', inReplyToId),
      createdAt: post.createdAt,
    })),
  // The newest post first.
  likes: (database, { id: userId }) =>
    list(
      paginate(
        (last: { postId: string } | undefined) =>
          database.like.findMany({
            where: { userId, ...(last && { postId: { lt: last.postId } }) },
            orderBy: { postId: 'desc' },
            take: PAGE_SIZE,
            select: { postId: true, createdAt: true, ...ofAuthor },
          }),
        withVisiblePost(database, userId),
      ),
      ({ postId, createdAt, post }) => ({
        postId: toPublicId('Post', postId),
        author: post.author.username,
        createdAt,
      }),
    ),
  shares: (database, { id: actorId }) =>
    list(
      newestFirst(
        (before) =>
          database.feedEvent.findMany({
            where: { actorId, kind: 'SHARE', id: { lt: before } },
            ...NEWEST_PAGE,
            select: { id: true, comment: true, postId: true, ...ofAuthor },
          }),
        withVisiblePost(database, actorId),
      ),
      ({ id, postId, post, comment }) => ({
        postId: toPublicId('Post', postId),
        author: post.author.username,
        comment,
        createdAt: timeOf(id),
      }),
    ),
} satisfies Sections
