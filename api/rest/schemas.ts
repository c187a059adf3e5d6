import * as z from 'zod'
import type { UploadedPicture } from '#rules/upload-api.ts'
import type { RestPostFragment } from './documents/rest-post.generated.ts'
import type { RestShareFragment } from './documents/rest-share.generated.ts'
import type { RestUserFragment } from './documents/rest-user.generated.ts'
import {
  Author,
  content,
  displayName,
  picture,
  postId,
  timestamp,
  userId,
  username,
} from './schema-parts.ts'

export const Post = z
  .strictObject({
    id: postId,
    authorId: userId,
    content,
    imageUrl: picture,
    videoUrl: z.string().nullable(),
    mediaType: z.enum(['text', 'image', 'video']),
    createdAt: timestamp,
    author: Author,
    likesCount: z.int().nonnegative(),
    sharesCount: z.int().nonnegative(),
    repliesCount: z.int().nonnegative(),
    isReply: z.boolean(),
    inReplyToId: postId.nullable().meta({
      description:
        'The post that this reply answers. Null for other posts, and for one that the caller cannot see.',
    }),
    isLiked: z.boolean().meta({ description: 'Whether the caller likes it.' }),
    isShared: z.boolean().meta({ description: 'Whether the caller shared it.' }),
  })
  .meta({ id: 'Post' })

export const Posts = z.array(Post).meta({ id: 'Posts' })

export const User = z
  .strictObject({
    id: userId,
    displayName,
    username,
    email: z
      .email({ pattern: z.regexes.html5Email })
      .optional()
      .meta({ description: 'Only present in your own profile.' }),
    bio: z.string().nullable(),
    avatar: picture,
    profileImageUrl: picture.meta({ description: 'The same as `avatar`.' }),
    followingCount: z.int().nonnegative(),
    followersCount: z.int().nonnegative(),
    createdAt: timestamp,
    isFollowed: z.boolean().meta({ description: 'Whether the caller follows them.' }),
    followsViewer: z.boolean().meta({ description: 'Whether they follow the caller.' }),
    isMuted: z.boolean().meta({ description: 'Whether the caller mutes them.' }),
    isBlocked: z.boolean().meta({ description: 'Whether the caller blocks them.' }),
  })
  .meta({ id: 'User' })

export const Users = z.array(User).meta({ id: 'Users' })

export const Share = z
  .strictObject({
    id: z.string().meta({ examples: ['share_01h455vb4pex5vsknk084sn02q'] }),
    actor: Author,
    comment: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Share' })

export const Report = z
  .object({
    id: z.string().meta({ examples: ['report_01h455vb4pex5vsknk084sn02q'] }),
    subjectId: z
      .string()
      .nullable()
      .meta({ examples: ['post_01h455vb4pex5vsknk084sn02q'] }),
    reason: z.enum(['HOSTILE', 'SPAM', 'DANGEROUS', 'ILLEGAL', 'OTHER']),
    details: z.string().nullable(),
    status: z.enum(['OPEN', 'RESOLVED', 'CLOSED']),
    createdAt: timestamp,
  })
  .meta({ id: 'Report' })

export const Shares = z.array(Share).meta({ id: 'Shares' })

export const FollowedPost = Post.extend({
  share: Share.nullable().meta({
    description: 'The share that the feed lists; null for the post itself.',
  }),
}).meta({ id: 'FollowedPost' })

export const FollowedPosts = z.array(FollowedPost).meta({ id: 'FollowedPosts' })

export const Upload: z.ZodType<UploadedPicture> = z
  .strictObject({
    url: z.string().meta({
      description: 'The value for `imageUrl` and `avatar`.',
      examples: [`/media/${'0a1b2c3d'.repeat(8)}.webp`],
    }),
    width: z
      .int()
      .positive()
      .meta({ examples: [1200] }),
    height: z
      .int()
      .positive()
      .meta({ examples: [800] }),
    placeholder: z.string().meta({
      description: 'A ThumbHash in base64: a blurred preview to show while the picture loads.',
      examples: ['YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA'],
    }),
  })
  .meta({ id: 'Upload' })

export const Problem = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string().meta({ examples: ['Bad Request'] }),
    status: z.int().meta({ examples: [400] }),
    code: z.string().meta({
      description: 'A stable name of `detail`, such as `POST_EMPTY`.',
      examples: ['POST_EMPTY'],
    }),
    detail: z.string().meta({
      description: 'A sentence for the user.',
      examples: ['Please write something positive to share!'],
    }),
    errors: z
      .array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'The invalid fields.' }),
    requestId: z
      .string()
      .optional()
      .meta({ description: 'Only for internal errors: finds the entry in the server log.' }),
  })
  .meta({ id: 'Problem' })

const mediaTypes = { TEXT: 'text', IMAGE: 'image', VIDEO: 'video' } as const

export function toPost({
  id,
  author,
  content,
  imageUrl,
  videoUrl,
  mediaType,
  createdAt,
  ...rest
}: RestPostFragment): z.infer<typeof Post> {
  const { likesCount, sharesCount, repliesCount, isReply, inReplyTo, isLiked, isShared } = rest
  return {
    id,
    authorId: author.id,
    content,
    imageUrl,
    videoUrl,
    mediaType: mediaTypes[mediaType],
    createdAt,
    author: toAuthor(author),
    likesCount,
    sharesCount,
    repliesCount,
    isReply,
    inReplyToId: inReplyTo?.id ?? null,
    isLiked,
    isShared,
  }
}

function toAuthor({ id, displayName, username, avatar }: z.infer<typeof Author>) {
  return { id, displayName, username, avatar }
}

export function toShare({
  id,
  actor,
  comment,
  createdAt,
}: RestShareFragment): z.infer<typeof Share> {
  return { id, actor: toAuthor(actor), comment, createdAt }
}

export function toUser({
  id,
  displayName,
  username,
  email,
  bio,
  avatar,
  ...rest
}: RestUserFragment): z.infer<typeof User> {
  return {
    id,
    displayName,
    username,
    ...(email !== null && { email }),
    bio,
    avatar,
    profileImageUrl: avatar,
    ...rest,
  }
}
