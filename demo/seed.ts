import type { Services } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Picture } from '#api/features/media/picture.ts'
import { nameText } from '#api/features/user/user.write.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { avatar } from './art/avatar.ts'
import type { ContentPerson, ContentPost } from './content.ts'
import { paint } from './paint.ts'
import { keepPainted } from './seed-pictures.ts'

type Transaction = Prisma.TransactionClient
type Store = Services['pictures']
type Painting = Map<string, Picture>

/** Milliseconds that the loading may take before it is given up, and nothing of it stays. */
const PATIENCE = 60_000

/**
 * Loads the demo content, whole or not at all, into a database where nobody has an account yet; the demo user is nobody here.
 * @returns whether it was loaded
 */
export async function seedDemo({
  database,
  pictures,
  log,
}: Pick<Services, 'database' | 'pictures' | 'log'>): Promise<boolean> {
  if (await hasPeople(database)) return false
  const began = Date.now()
  // Most starts find people there and need none of it.
  const { demoContent } = await import('./content.ts')
  const { people, posts, likes } = demoContent(began)
  const painting = await paint([
    ...people.map(({ face }) => avatar(face)),
    ...posts.flatMap(({ picture }) => picture?.svg ?? []),
  ])
  const load = async (transaction: Transaction) => {
    // Whoever signs up or loads as well waits until it is clear who was here first.
    await transaction.$executeRaw`LOCK TABLE "User" IN SHARE ROW EXCLUSIVE MODE`
    if (await hasPeople(transaction)) return false
    await insertPeople(transaction, people)
    await giveAvatars(transaction, pictures, people, painting)
    await insertPosts(transaction, pictures, posts, painting)
    const known = await transaction.user.findMany({ select: { id: true } })
    await transaction.like.createMany({
      data: likes.filter(({ userId }) => known.some(({ id }) => id === userId)),
    })
    return true
  }
  const loaded = await database.$transaction(load, { maxWait: PATIENCE, timeout: PATIENCE })
  if (loaded)
    log.info(
      {
        people: people.length,
        posts: posts.length,
        pictures: painting.size,
        ms: Date.now() - began,
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

async function giveAvatars(
  transaction: Transaction,
  store: Store,
  people: readonly ContentPerson[],
  painting: Painting,
) {
  const painted = people.map(({ id: ownerId, face, createdAt }) => ({
    ownerId,
    createdAt,
    picture: pictureOf(painting, avatar(face)),
  }))
  const kept = await keepPainted(transaction, store, painted)
  for (const [index, { mediaId, path }] of kept.entries()) {
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
  painting: Painting,
) {
  const illustrated = posts.flatMap(({ id, authorId: ownerId, createdAt, picture }) => {
    return picture ? [{ id, ownerId, createdAt, picture: pictureOf(painting, picture.svg) }] : []
  })
  const kept = await keepPainted(transaction, store, illustrated)
  const uploads = new Map(illustrated.map(({ id }, index) => [id, kept[index]]))
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

function pictureOf(painting: Painting, svg: string): Picture {
  const picture = painting.get(svg)
  if (!picture) throw new Error('A drawing of the demo content was not painted')
  return picture
}
