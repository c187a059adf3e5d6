import type { Services } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Picture } from '#api/features/media/picture.ts'
import { nameText } from '#api/features/user/user.write.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import type { ContentPerson, ContentPost } from './content-rows.ts'
import { demoPicture } from './pictures.ts'
import { saveUploads } from './seed-pictures.ts'

type Transaction = Prisma.TransactionClient
type Store = Services['pictures']
/** By file. */
type Pictures = ReadonlyMap<string, Picture>

/** The transaction is rolled back after this time. */
const TIMEOUT_MS = 60_000

/**
 * Loads the demo content, all or nothing, into a database without accounts other than the demo
 * user's.
 * @returns whether it was loaded
 */
export async function seedDemo({
  database,
  pictures,
  log,
}: Pick<Services, 'database' | 'pictures' | 'log'>): Promise<boolean> {
  if (await hasPeople(database)) return false
  const startedAt = Date.now()
  // Loaded lazily, because most starts find accounts and need no content.
  const { demoContent } = await import('./content.ts')
  const { people, posts, likes, follows, shares } = demoContent(startedAt)
  const stored = await readPictures([
    ...people.map(({ username }) => username),
    ...posts.flatMap(({ picture }) => picture?.file ?? []),
  ])
  const load = async (transaction: Transaction) => {
    // Concurrent sign-ups and seeds wait for this lock.
    await transaction.$executeRaw`LOCK TABLE "User" IN SHARE ROW EXCLUSIVE MODE`
    if (await hasPeople(transaction)) return false
    await insertPeople(transaction, people)
    await setAvatars(transaction, pictures, people, stored)
    await insertPosts(transaction, pictures, posts, stored)
    const users = await transaction.user.findMany({ select: { id: true } })
    await transaction.like.createMany({
      data: likes.filter(({ userId }) => users.some(({ id }) => id === userId)),
    })
    await transaction.follow.createMany({ data: follows })
    await transaction.feedEvent.createMany({
      data: shares.map((share) => ({ ...share, kind: 'SHARE' })),
    })
    return true
  }
  const loaded = await database.$transaction(load, { maxWait: TIMEOUT_MS, timeout: TIMEOUT_MS })
  if (loaded)
    log.info(
      {
        people: people.length,
        posts: posts.length,
        pictures: stored.size,
        ms: Date.now() - startedAt,
      },
      'Demo content loaded',
    )
  return loaded
}

async function hasPeople(database: Transaction): Promise<boolean> {
  return (
    (await database.user.findFirst({
      where: { id: { not: DEMO_USER_UUID } },
      select: { id: true },
    })) !== null
  )
}

async function insertPeople(transaction: Transaction, people: readonly ContentPerson[]) {
  await transaction.user.createMany({
    data: people.map(({ id, displayName, username, bio, createdAt }) => {
      return { id, displayName, username, bio, createdAt, email: `${username}@example.invalid` }
    }),
  })
  await transaction.userSearch.createMany({
    data: people.map((person) => ({ userId: person.id, ...nameText(person) })),
  })
}

async function setAvatars(
  transaction: Transaction,
  store: Store,
  people: readonly ContentPerson[],
  stored: Pictures,
) {
  const avatars = people.map(({ id: ownerId, username, createdAt }) => ({
    ownerId,
    createdAt,
    picture: pictureOf(stored, username),
  }))
  const uploads = await saveUploads(transaction, store, avatars)
  for (const [index, { mediaId, path }] of uploads.entries()) {
    await transaction.user.update({
      where: { id: people[index]?.id ?? '' },
      data: { avatar: path, avatarMediaId: mediaId },
    })
  }
}

async function insertPosts(
  transaction: Transaction,
  store: Store,
  posts: readonly ContentPost[],
  stored: Pictures,
) {
  const illustrated = posts.flatMap(({ id, authorId: ownerId, createdAt, picture }) => {
    return picture ? [{ id, ownerId, createdAt, picture: pictureOf(stored, picture.file) }] : []
  })
  const saved = await saveUploads(transaction, store, illustrated)
  const uploads = new Map(illustrated.map(({ id }, index) => [id, saved[index]]))
  await transaction.post.createMany({
    data: posts.map(({ id, authorId, content, picture, createdAt }) => {
      const post = { id, authorId, content, createdAt }
      const upload = uploads.get(id)
      if (!picture || !upload) return { ...post, mediaType: 'TEXT' as const }
      return {
        ...post,
        mediaType: 'IMAGE' as const,
        imageUrl: upload.path,
        imageAlt: picture.alt,
        mediaId: upload.mediaId,
      }
    }),
  })
  await transaction.postSearch.createMany({
    data: posts.map(({ id: postId, content }) => ({ postId, ...searchText(content) })),
  })
}

async function readPictures(files: readonly string[]): Promise<Pictures> {
  const pictures = await Promise.all(files.map(demoPicture))
  return new Map(files.map((file, index) => [file, pictures[index] as Picture]))
}

function pictureOf(pictures: Pictures, file: string): Picture {
  const picture = pictures.get(file)
  if (!picture) throw new Error(`The picture ${file} of the demo content was not read`)
  return picture
}
