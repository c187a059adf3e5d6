import { accountData, type SelectedTable } from '#api/database/account-data.ts'
import { delegateOf, ownedBy } from '#api/database/account-rows.ts'
import type { Database } from '#api/database/client.ts'

const PAGE_SIZE = 500
const OIDC_PREFIX = 'oidc:'

/** Reads rows page by page, each from the last row of the previous page. */
async function* paginate<Row>(
  readPage: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await readPage(last)
    yield* rows
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)
  }
}

export type ExportedPost = Awaited<ReturnType<typeof readPostsPage>>[number]

function readPostsPage(database: Database, authorId: string, before: string | undefined) {
  return database.post.findMany({
    where: { authorId, hiddenAt: null, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE,
    include: { media: { select: { hash: true } } },
  })
}

/** An account's posts without hidden ones, newest first. */
export function readPosts(database: Database, authorId: string): AsyncGenerator<ExportedPost> {
  return paginate((last) => readPostsPage(database, authorId, last?.id))
}

interface ExportedLike {
  postId: string
  createdAt: Date
  post: { author: { username: string } }
}

/** An account's likes without those of hidden posts, newest post first. */
export function readLikes(database: Database, userId: string): AsyncGenerator<ExportedLike> {
  return paginate((last) =>
    database.like.findMany({
      where: { userId, post: { hiddenAt: null }, ...(last && { postId: { lt: last.postId } }) },
      orderBy: { postId: 'desc' },
      take: PAGE_SIZE,
      select: {
        postId: true,
        createdAt: true,
        post: { select: { author: { select: { username: true } } } },
      },
    }),
  )
}

interface ExportedUpload {
  id: string
  hash: string
  width: number
  height: number
  createdAt: Date
}

/** An account's uploads without those that only hidden posts use, oldest first. */
export function readUploads(database: Database, ownerId: string): AsyncGenerator<ExportedUpload> {
  const isVisible = [
    { posts: { none: {} } },
    { posts: { some: { hiddenAt: null } } },
    { avatars: { some: {} } },
  ]
  return paginate((last) =>
    database.media.findMany({
      where: { ownerId, OR: isVisible, ...(last && { id: { gt: last.id } }) },
      orderBy: { id: 'asc' },
      take: PAGE_SIZE,
      select: { id: true, hash: true, width: true, height: true, createdAt: true },
    }),
  )
}

/** An account's rows of a table, with the columns and the order that `accountData` declares. */
export async function* readListedRows(
  database: Database,
  table: SelectedTable,
  userId: string,
): AsyncGenerator<Record<string, unknown>> {
  const { select, orderBy } = accountData[table].export
  const rows = paginate((last: Record<string, unknown> | undefined) =>
    delegateOf(database, table).findMany({
      where: { ...ownedBy(table, userId), ...(last && { [orderBy]: { gt: last[orderBy] } }) },
      orderBy: { [orderBy]: 'asc' },
      take: PAGE_SIZE,
      select: { ...select, [orderBy]: true },
    }),
  )
  for await (const row of rows)
    yield Object.fromEntries(Object.keys(select).map((column) => [column, row[column]]))
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
