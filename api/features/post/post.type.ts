import { builder } from '../../builder.ts'
import { MediaType } from '../../database/generated/prisma/enums.ts'
import { NIL_UUID } from '../../ids.ts'
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
    url: t.exposeString('url'),
    smallUrl: t.exposeString('smallUrl', { nullable: true, description: 'A smaller rendition, where there is one.' }),
    width: t.exposeInt('width', { nullable: true }),
    height: t.exposeInt('height', { nullable: true }),
    placeholder: t.exposeString('placeholder', { nullable: true, description: 'A thumbhash, base64.' }),
    alt: t.exposeString('alt', { nullable: true, description: 'What the picture shows, in its author’s words.' }),
  }),
})

const MediaTypeEnum = builder.enumType(MediaType, { name: 'MediaType' })

export const PostNode = builder.prismaNode('Post', {
  id: { field: 'id' },
  nullable: true,
  findUnique: (id) => ({ id, hiddenAt: null }),
  select: { id: true },
  fields: (t) => ({
    author: t.relation('author'),
    content: t.exposeString('content'),
    imageUrl: t.exposeString('imageUrl', { nullable: true }),
    image: t.field({
      type: Image,
      nullable: true,
      description: 'The picture with its size, where it was uploaded; a link has no size.',
      select: { imageUrl: true, imageAlt: true, media: { select: { width: true, height: true, placeholder: true } } },
      resolve: ({ imageUrl, imageAlt, media }) =>
        imageUrl === null
          ? null
          : {
              url: imageUrl,
              smallUrl: media && smallPath(imageUrl),
              width: media?.width ?? null,
              height: media?.height ?? null,
              placeholder: media?.placeholder ?? null,
              alt: imageAlt,
            },
    }),
    videoUrl: t.exposeString('videoUrl', { nullable: true }),
    mediaType: t.expose('mediaType', { type: MediaTypeEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    likesCount: t.exposeInt('likesCount'),
    sharesCount: t.exposeInt('sharesCount'),
    isLiked: t.boolean({
      description: 'Whether the caller likes it; false for a caller who is nobody.',
      select: (_args, { viewer }) => ({ likes: { where: { userId: viewer?.id ?? NIL_UUID }, select: { userId: true }, take: 1 } }),
      resolve: ({ likes }) => likes.length > 0,
    }),
  }),
})

export const PostConnection = builder.connectionObject({ type: PostNode, name: 'PostConnection' })
