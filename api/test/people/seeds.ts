import type { Services } from '#api/context.ts'
import type { Media, Post, User } from '#api/database/generated/prisma/client.ts'
import { mediaTypeOf } from '#api/features/post/post.write.ts'
import { nameText } from '#api/features/user/user.write.ts'
import { DEMO_USER_UUID, timeOf, toPublicId } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'

/** Writes test data directly to the database. Ids are UUIDs; `publicId` is the API's id. */
export interface Seeds {
  aUser(
    about?: Partial<Pick<User, 'displayName' | 'username' | 'email' | 'bio' | 'avatar'>>,
  ): Promise<User & { publicId: string }>
  theDemoUser(): Promise<User & { publicId: string }>
  aPost(about: { by: { id: string } } & Partial<PostSeed>): Promise<Post & { publicId: string }>
  aReply(
    about: { by: { id: string }; to: { id: string } } & Partial<PostSeed>,
  ): Promise<Post & { publicId: string }>
  /** Creates posts, oldest first. */
  posts(count: number, about: { by: { id: string } }): Promise<(Post & { publicId: string })[]>
  /** Creates more posts than the cache holds, which pushes earlier posts out of it. */
  fillTheNewest(about: { by: { id: string } }): Promise<void>
  aLike(about: { by: { id: string }; of: { id: string } }): Promise<void>
  anUpload(about: {
    by: { id: string }
    hash?: string
    bytes?: number
  }): Promise<Media & { path: string }>
}

type PostSeed = Pick<
  Post,
  'content' | 'imageUrl' | 'imageAlt' | 'videoUrl' | 'mediaId' | 'hiddenAt'
>

let counter = 0

export function seeds({ database, ids }: Pick<Services, 'database' | 'ids'>): Seeds {
  const addUser = async (id: string, about: Partial<User>) => {
    const number = ++counter
    const names = { displayName: `Person ${number}`, username: `person_${number}`, ...about }
    const data = {
      email: `${names.username}@example.org`,
      ...names,
      id,
      createdAt: timeOf(id),
      search: { create: nameText(names) },
    }
    return { ...(await database.user.create({ data })), publicId: toPublicId('User', id) }
  }
  const newPost = ({ by, ...about }: Parameters<Seeds['aPost']>[0]) => {
    const id = ids.next()
    const seed = {
      content: `Something nice, number ${++counter}`,
      imageUrl: null,
      videoUrl: null,
      ...about,
    }
    return { ...seed, id, authorId: by.id, mediaType: mediaTypeOf(seed), createdAt: timeOf(id) }
  }
  return {
    aUser: (about = {}) => addUser(ids.next(), about),
    theDemoUser: () => addUser(DEMO_USER_UUID, { displayName: 'Demo User', username: 'demouser' }),
    async aPost(about) {
      const post = newPost(about)
      const data = { ...post, search: { create: searchText(post.content) } }
      return { ...(await database.post.create({ data })), publicId: toPublicId('Post', post.id) }
    },
    async aReply({ to, ...about }) {
      const place = { isReply: true, threadRootId: to.id, inReplyToId: to.id }
      const reply = await database.post.create({ data: { ...newPost(about), ...place } })
      return { ...reply, publicId: toPublicId('Post', reply.id) }
    },
    async posts(count, about) {
      const data = Array.from({ length: count }, () => newPost(about))
      const created = await database.post.createManyAndReturn({ data })
      await database.postSearch.createMany({
        data: data.map(({ id, content }) => ({ postId: id, ...searchText(content) })),
      })
      return created
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((post) => ({ ...post, publicId: toPublicId('Post', post.id) }))
    },
    async fillTheNewest({ by }) {
      const data = Array.from({ length: 420 }, () => {
        const id = ids.next()
        return {
          id,
          authorId: by.id,
          content: 'Another day',
          mediaType: 'TEXT' as const,
          createdAt: timeOf(id),
        }
      })
      await database.post.createMany({ data })
    },
    async aLike({ by, of }) {
      await database.like.create({ data: { userId: by.id, postId: of.id } })
    },
    async anUpload({ by, hash = (++counter).toString(16).padStart(64, '0'), bytes = 1234 }) {
      const data = {
        ownerId: by.id,
        hash,
        width: 800,
        height: 600,
        bytes,
        placeholder: 'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA',
      }
      return { ...(await database.media.create({ data })), path: `/media/${hash}.webp` }
    },
  }
}
