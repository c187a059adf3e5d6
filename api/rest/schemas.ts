import * as z from 'zod'
import type { RestPostFragment } from './documents/rest-post.generated.ts'
import type { RestUserFragment } from './documents/rest-user.generated.ts'

const userId = z.string().meta({ examples: ['user_01h455vb4pex5vsknk084sn02q'] })
const postId = z.string().meta({ examples: ['post_01h455vb4pex5vsknk084sn02q'] })
const timestamp = z.iso.datetime()
const picture = z
  .string()
  .nullable()
  .meta({ description: 'An http(s) link, or the path of an upload on this host.' })

export const Post = z
  .strictObject({
    id: postId,
    authorId: userId,
    content: z.string(),
    imageUrl: picture,
    videoUrl: z.string().nullable(),
    mediaType: z.enum(['text', 'image', 'video']),
    createdAt: timestamp,
    author: z.strictObject({
      id: userId,
      displayName: z.string(),
      username: z.string(),
      avatar: picture,
    }),
    likesCount: z.int().nonnegative(),
    sharesCount: z.int().nonnegative(),
    isLiked: z.boolean().meta({ description: 'Whether the caller likes it.' }),
  })
  .meta({ id: 'Post' })

export const Posts = z.array(Post).meta({ id: 'Posts' })

export const User = z
  .strictObject({
    id: userId,
    displayName: z.string(),
    username: z.string(),
    email: z.email().optional().meta({ description: 'Only present in your own profile.' }),
    bio: z.string().nullable(),
    avatar: picture,
    profileImageUrl: picture.meta({ description: 'The same as `avatar`.' }),
    followingCount: z.int().nonnegative(),
    followersCount: z.int().nonnegative(),
    createdAt: timestamp,
  })
  .meta({ id: 'User' })

export const Upload = z
  .strictObject({
    url: z.string().meta({
      description: 'The value for `imageUrl` and `avatar`.',
      examples: [`/media/${'0a1b2c3d'.repeat(8)}.webp`],
    }),
    width: z.int().positive(),
    height: z.int().positive(),
    placeholder: z.string().meta({
      description: 'A ThumbHash in base64: a blurred preview to show while the picture loads.',
    }),
  })
  .meta({ id: 'Upload' })

export const Problem = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'A sentence for the user.' }),
    errors: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
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
  const { likesCount, sharesCount, isLiked } = rest
  return {
    id,
    authorId: author.id,
    content,
    imageUrl,
    videoUrl,
    mediaType: mediaTypes[mediaType],
    createdAt,
    author: {
      id: author.id,
      displayName: author.displayName,
      username: author.username,
      avatar: author.avatar,
    },
    likesCount,
    sharesCount,
    isLiked,
  }
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
  const { followingCount, followersCount, createdAt } = rest
  return {
    id,
    displayName,
    username,
    ...(email !== null && { email }),
    bio,
    avatar,
    profileImageUrl: avatar,
    followingCount,
    followersCount,
    createdAt,
  }
}
