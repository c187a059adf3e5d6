import { MediaType } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable, viewerSlot } from '#api/graphql/cacheable.ts'
import { CONTENT_COST } from '#api/graphql/cost.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { UserNode } from '../user/user.type.ts'
import type { PostRow } from './post.row.ts'
import { smallPath } from './post.rules.ts'

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
    url: t.exposeString('url', { extensions: shareable }),
    smallUrl: t.exposeString('smallUrl', {
      nullable: true,
      extensions: shareable,
      description: 'A smaller rendition, where there is one.',
    }),
    width: t.exposeInt('width', { nullable: true, extensions: shareable }),
    height: t.exposeInt('height', { nullable: true, extensions: shareable }),
    placeholder: t.exposeString('placeholder', {
      nullable: true,
      extensions: shareable,
      description: 'A thumbhash, base64.',
    }),
    alt: t.exposeString('alt', {
      nullable: true,
      extensions: shareable,
      description: 'What the picture shows, in its author’s words.',
    }),
  }),
})

const MediaTypeEnum = builder.enumType(MediaType, { name: 'MediaType' })

/** A plain type over rows: it asks the database for nothing, so whoever hands out a row hands out all of it. */
export const PostNode = builder.node(builder.objectRef<PostRow>('Post'), {
  id: { resolve: ({ id }) => id },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'content' in value,
  loadMany: (ids, { reads, viewer }) =>
    Promise.all(ids.map((id) => reads.posts.one(id, viewer?.id ?? null))),
  fields: (t) => ({
    author: t.expose('author', { type: UserNode, extensions: shareable }),
    // Up to 8 KB each, so a response may not repeat many of them.
    content: t.exposeString('content', { extensions: shareable, complexity: CONTENT_COST }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, extensions: shareable }),
    image: t.field({
      type: Image,
      nullable: true,
      extensions: shareable,
      description: 'The picture with its size, where it was uploaded; a link has no size.',
      resolve: ({ imageUrl, imageAlt, picture }) =>
        imageUrl === null
          ? null
          : {
              url: imageUrl,
              smallUrl: picture && smallPath(imageUrl),
              width: picture?.width ?? null,
              height: picture?.height ?? null,
              placeholder: picture?.placeholder ?? null,
              alt: imageAlt,
            },
    }),
    videoUrl: t.exposeString('videoUrl', { nullable: true, extensions: shareable }),
    mediaType: t.expose('mediaType', { type: MediaTypeEnum, extensions: shareable }),
    createdAt: t.field({
      type: 'DateTime',
      extensions: shareable,
      resolve: ({ id }) => isoTimeOf(id),
    }),
    likesCount: t.exposeInt('likesCount', { extensions: shareable }),
    sharesCount: t.exposeInt('sharesCount', { extensions: shareable }),
    isLiked: t.exposeBoolean('isLiked', {
      description: 'Whether the caller likes it; false for a caller who is nobody.',
      extensions: viewerSlot,
    }),
  }),
})

export const PostConnection = builder.connectionObject({ type: PostNode, name: 'PostConnection' })
