import { accountData, type SelectedTable } from '#api/database/account-data.ts'
import { delegateOf, ownedBy } from '#api/database/account-rows.ts'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { MAX_UUID, toPublicId } from '#api/lib/ids.ts'
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

/**
 * The same for rows in the order of their ids, newest first.
 * @param readPage reads `NEWEST_PAGE` of the rows before an id
 */
export function newestFirst<Row extends { id: string }>(
  readPage: (before: string) => Promise<Row[]>,
  keep?: (rows: Row[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  return paginate((last) => readPage(last?.id ?? MAX_UUID), keep)
}

export const NEWEST_PAGE = { orderBy: { id: 'desc' }, take: PAGE_SIZE } as const

/** Keeps the rows whose post the account can see. */
export function withVisiblePost(database: Database, viewerId: string) {
  return async <Row extends { postId: string }>(rows: Row[]): Promise<Row[]> => {
    const posts = rows.map(({ postId }) => postId)
    const visible = await readVisiblePosts(database, viewerId, posts)
    return rows.filter(({ postId }) => visible.has(postId))
  }
}

const postParts = { media: { select: { hash: true } } } as const
export type ExportedPost = Prisma.PostGetPayload<{ include: typeof postParts }>

/** An account's posts without hidden ones, newest first. */
export function readPosts(database: Database, authorId: string): AsyncGenerator<ExportedPost> {
  return newestFirst(
    (before) =>
      database.post.findMany({
        where: { authorId, id: { lt: before } },
        ...NEWEST_PAGE,
        include: postParts,
      }),
    async (posts) => {
      const ids = posts.map(({ id }) => id)
      const visible = await readVisiblePosts(database, authorId, ids)
      return posts.filter(({ id }) => visible.has(id))
    },
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
    async (page) => (page.every(isOfPost) ? withVisiblePost(database, userId)(page) : page),
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
