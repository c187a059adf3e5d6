import { accountData, type SelectedTable } from '#api/database/account-data.ts'
import { delegateOf, ownedBy } from '#api/database/account-rows.ts'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { hiddenByRows } from '../block/block.read.ts'
import { readVisiblePosts } from '../visibility/visible-posts.read.ts'

export const PAGE_SIZE = 500
const OIDC_PREFIX = 'oidc:'

/**
 * Reads rows page by page, each from the last row of the previous page.
 * @param keep leaves rows of a page out
 */
export async function* paginate<Row>(
  readPage: (last: Row | undefined) => Promise<Row[]>,
  keep: (rows: Row[]) => Promise<Row[]> = async (rows) => rows,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await readPage(last)
    yield* await keep(rows)
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)
  }
}

/** Keeps the rows whose post the account can see. */
async function withVisiblePost<Row extends { postId: string }>(
  database: Database,
  viewerId: string,
  rows: Row[],
): Promise<Row[]> {
  const posts = rows.map(({ postId }) => postId)
  const visible = await readVisiblePosts(database, viewerId, posts)
  return rows.filter(({ postId }) => visible.has(postId))
}

export type ExportedPost = Awaited<ReturnType<typeof readPostsPage>>[number]

function readPostsPage(database: Database, authorId: string, before: string | undefined) {
  return database.post.findMany({
    where: { authorId, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE,
    include: { media: { select: { hash: true } } },
  })
}

/** An account's posts without hidden ones, newest first. */
export function readPosts(database: Database, authorId: string): AsyncGenerator<ExportedPost> {
  return paginate(
    (last) => readPostsPage(database, authorId, last?.id),
    async (posts) => {
      const ids = posts.map(({ id }) => id)
      const visible = await readVisiblePosts(database, authorId, ids)
      return posts.filter(({ id }) => visible.has(id))
    },
  )
}

interface ExportedLike {
  postId: string
  createdAt: Date
  post: { author: { username: string } }
}

/** An account's likes without those of posts that it cannot see, newest post first. */
export function readLikes(database: Database, userId: string): AsyncGenerator<ExportedLike> {
  return paginate(
    (last) =>
      database.like.findMany({
        where: { userId, ...(last && { postId: { lt: last.postId } }) },
        orderBy: { postId: 'desc' },
        take: PAGE_SIZE,
        select: {
          postId: true,
          createdAt: true,
          post: { select: { author: { select: { username: true } } } },
        },
      }),
    (rows) => withVisiblePost(database, userId, rows),
  )
}

export function readFollows(database: Database, followerId: string) {
  return paginate((last: { id: string } | undefined) =>
    database.follow.findMany({
      where: { followerId, ...(last && { id: { lt: last.id } }) },
      orderBy: { id: 'desc' },
      take: PAGE_SIZE,
      select: { id: true, followeeId: true, followee: { select: { username: true } } },
    }),
  )
}

interface ExportedMute {
  id: string
  mutedId: string
  until: Date | null
  username: string
}

/** The people whom an account mutes, newest first, as in its list of them. */
export function readMutes(database: Database, muterId: string) {
  return paginate((last: ExportedMute | undefined) => {
    const after = last?.id ?? null
    const page = { after, before: null, backwards: false, viewerId: muterId, limit: PAGE_SIZE }
    // SQL: the list leaves out blocks in either direction.
    return database.$queryRaw<ExportedMute[]>`
      SELECT m."id", m."mutedId", m."until", u."username"
      FROM (${hiddenByRows('Mute', muterId, page)}) l
      JOIN "Mute" m ON m."muterId" = ${muterId}::uuid AND m."mutedId" = l."userId"
      JOIN "User" u ON u."id" = m."mutedId"
      ORDER BY m."id" DESC`
  })
}

export function readBlocks(database: Database, blockerId: string) {
  return paginate((last: { id: string } | undefined) =>
    database.block.findMany({
      where: { blockerId, ...(last && { id: { lt: last.id } }) },
      orderBy: { id: 'desc' },
      take: PAGE_SIZE,
      select: { id: true, blockedId: true, blocked: { select: { username: true } } },
    }),
  )
}

/** An account's shares without those of posts that it cannot see, newest first. */
export function readShares(database: Database, actorId: string) {
  return paginate(
    (last: { id: string; postId: string } | undefined) =>
      database.feedEvent.findMany({
        where: { actorId, kind: 'SHARE', ...(last && { id: { lt: last.id } }) },
        orderBy: { id: 'desc' },
        take: PAGE_SIZE,
        select: {
          id: true,
          comment: true,
          postId: true,
          post: { select: { author: { select: { username: true } } } },
        },
      }),
    (rows) => withVisiblePost(database, actorId, rows),
  )
}

const uploadColumns = {
  id: true,
  hash: true,
  width: true,
  height: true,
  createdAt: true,
  posts: { select: { id: true } },
  avatars: { select: { id: true }, take: 1 },
} as const
type ExportedUpload = Prisma.MediaGetPayload<{ select: typeof uploadColumns }>

/** An account's uploads without those that only hidden posts and profiles use, oldest first. */
export function readUploads(database: Database, ownerId: string): AsyncGenerator<ExportedUpload> {
  const unused = { posts: { none: {} }, hiddenAvatars: { none: {} } }
  return paginate(
    (last) =>
      database.media.findMany({
        where: {
          ownerId,
          OR: [unused, { avatars: { some: {} } }, { posts: { some: {} } }],
          ...(last && { id: { gt: last.id } }),
        },
        orderBy: { id: 'asc' },
        take: PAGE_SIZE,
        select: uploadColumns,
      }),
    async (uploads) => {
      const posts = uploads.flatMap((upload) => upload.posts.map(({ id }) => id))
      const visible = await readVisiblePosts(database, ownerId, posts)
      return uploads.filter(
        ({ avatars, posts }) =>
          posts.length === 0 || avatars.length > 0 || posts.some(({ id }) => visible.has(id)),
      )
    },
  )
}

interface ListedSection {
  select: object
  where?: object
  orderBy: string
}

const isOfPost = (
  row: Record<string, unknown>,
): row is Record<string, unknown> & { postId: string } => typeof row.postId === 'string'

/** Columns with ids, which others see as TypeIDs. */
const publicIds: Record<string, 'Post' | 'User'> = { postId: 'Post', userId: 'User' }

/**
 * An account's rows of a table, with the columns and the order that `accountData` declares. Rows of
 * posts that the account cannot see are left out.
 */
export async function* readListedRows(
  database: Database,
  table: SelectedTable,
  userId: string,
): AsyncGenerator<Record<string, unknown>> {
  const { select, where, orderBy }: ListedSection = accountData[table].export
  const rows = paginate(
    (last: Record<string, unknown> | undefined) =>
      delegateOf(database, table).findMany({
        where: {
          ...where,
          ...ownedBy(table, userId),
          ...(last && { [orderBy]: { gt: last[orderBy] } }),
        },
        orderBy: { [orderBy]: 'asc' },
        take: PAGE_SIZE,
        select: { ...select, [orderBy]: true },
      }),
    async (page) => (page.every(isOfPost) ? withVisiblePost(database, userId, page) : page),
  )
  for await (const row of rows)
    yield Object.fromEntries(
      Object.keys(select).map((column) => [column, exportedValue(column, row[column])]),
    )
}

function exportedValue(column: string, value: unknown): unknown {
  const type = publicIds[column]
  return type && typeof value === 'string' ? toPublicId(type, value) : value
}

/** Reads the profile and the sign-in methods. */
export function readAccount(database: Database, id: string) {
  return database.user.findUniqueOrThrow({
    where: { id },
    include: {
      avatarMedia: { select: { hash: true } },
      sessions: { orderBy: { createdAt: 'asc' } },
      twoFactor: { select: { confirmedAt: true } },
      accounts: {
        where: { providerId: { startsWith: OIDC_PREFIX } },
        select: { providerId: true, accountId: true, createdAt: true },
      },
    },
  })
}

export type ExportedAccount = Awaited<ReturnType<typeof readAccount>>

/** The account's identities at OpenID Connect providers. */
export function identitiesOf({ accounts }: ExportedAccount) {
  return accounts.map(({ providerId, accountId, createdAt }) => ({
    provider: providerId.slice(OIDC_PREFIX.length),
    subject: accountId,
    createdAt,
  }))
}

/** The path of an upload inside the ZIP file. */
export function pathInZip(upload: { hash: string } | null): string | null {
  return upload && `media/${upload.hash}.webp`
}
