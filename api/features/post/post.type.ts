import { MediaType } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { upTo } from '#api/graphql/response-bytes.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { smallPicturePath } from '../media/media.rules.ts'
import { UserNode } from '../user/user.type.ts'
import type { PostRow } from './post.row.ts'
import { newcomerUntil } from './post.rules.ts'

interface ImageShape {
  url: string
  smallUrl: string | null
  width: number | null
  height: number | null
  placeholder: string | null
  alt: string | null
}

const Image = builder.objectRef<ImageShape>('Image').implement({
  fields: (t) => ({
    url: t.exposeString('url', { extensions: { ...shareable, ...upTo(limits.linkLength) } }),
    smallUrl: t.exposeString('smallUrl', {
      nullable: true,
      extensions: { ...shareable, ...upTo(320) },
      description: 'A smaller size. Null unless the image is an upload.',
    }),
    width: t.exposeInt('width', { nullable: true, extensions: shareable }),
    height: t.exposeInt('height', { nullable: true, extensions: shareable }),
    placeholder: t.exposeString('placeholder', {
      nullable: true,
      extensions: { ...shareable, ...upTo(64) },
      description: 'A ThumbHash in base64.',
    }),
    alt: t.exposeString('alt', {
      nullable: true,
      extensions: shareable,
      description: 'The author’s description of the image.',
    }),
  }),
})

const MediaTypeEnum = builder.enumType(MediaType, { name: 'MediaType' })

/** Resolvers read nothing from the database: a `PostRow` is complete. */
export const PostNode = builder.node(builder.objectRef<PostRow>('Post'), {
  id: { resolve: ({ id }) => id },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'content' in value,
  ...loadedWith('read', (ids, { reads, viewer }) =>
    Promise.all(ids.map((id) => reads.posts.byId(id, viewer?.id ?? null))),
  ),
  fields: (t) => ({
    author: t.expose('author', { type: UserNode, extensions: shareable }),
    content: t.exposeString('content', { extensions: shareable }),
    imageUrl: t.exposeString('imageUrl', {
      nullable: true,
      extensions: { ...shareable, ...upTo(limits.linkLength) },
    }),
    image: t.field({
      type: Image,
      nullable: true,
      extensions: shareable,
      description: 'The post’s image. A linked image has only url and alt.',
      resolve: ({ imageUrl, imageAlt, picture }) =>
        imageUrl === null
          ? null
          : {
              url: imageUrl,
              smallUrl: picture && smallPicturePath(imageUrl),
              width: picture?.width ?? null,
              height: picture?.height ?? null,
              placeholder: picture?.placeholder ?? null,
              alt: imageAlt,
            },
    }),
    videoUrl: t.exposeString('videoUrl', {
      nullable: true,
      extensions: { ...shareable, ...upTo(limits.linkLength) },
    }),
    mediaType: t.expose('mediaType', { type: MediaTypeEnum, extensions: shareable }),
    createdAt: t.field({
      type: 'DateTime',
      extensions: shareable,
      resolve: ({ id }) => isoTimeOf(id),
    }),
    likesCount: t.exposeInt('likesCount', { extensions: shareable }),
    sharesCount: t.exposeInt('sharesCount', { extensions: shareable }),
    repliesCount: t.exposeInt('repliesCount', { extensions: shareable }),
    repliesClosed: t.exposeBoolean('repliesClosed', {
      description: 'Whether the author or a moderator closed the thread.',
      extensions: shareable,
    }),
    isByNewcomer: t.boolean({
      description:
        'Whether it is among its author’s first three posts, and less than 14 days old. False for the demo user.',
      // The cached posts are read again when the time has passed.
      extensions: shareable,
      resolve: (post) => Date.now() < newcomerUntil(post),
    }),
  }),
})

export const PostEdge = builder.edgeObject({ type: PostNode, name: 'PostEdge' })
export const PostConnection = builder.connectionObject(
  { type: PostNode, name: 'PostConnection' },
  PostEdge,
)
