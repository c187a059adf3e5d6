import { accountData, type SelectedTable } from '#api/database/account-data.ts'
import { delegateOf, ownedBy } from '#api/database/account-rows.ts'
import type { Database } from '#api/database/client.ts'

const AT_ONCE = 500
const OIDC = 'oidc:'

/** Rows that are read a page at a time: each page by the last row of the one before. */
async function* paged<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    yield* rows
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)
  }
}

export type ExportedPost = Awaited<ReturnType<typeof postsPage>>[number]

function postsPage(database: Database, authorId: string, before: string | undefined) {
  return database.post.findMany({
    where: { authorId, hiddenAt: null, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: AT_ONCE,
    include: { media: { select: { hash: true } } },
  })
}

/** What somebody posted, newest first; what is hidden is hidden here too. */
export function ownPosts(database: Database, authorId: string): AsyncGenerator<ExportedPost> {
  return paged((last) => postsPage(database, authorId, last?.id))
}

/** What somebody likes, by the posts' time, newest first. */
export function ownLikes(database: Database, userId: string) {
  return paged(
    (
      last: { postId: string; createdAt: Date; post: { author: { username: string } } } | undefined,
    ) =>
      database.like.findMany({
        where: { userId, post: { hiddenAt: null }, ...(last && { postId: { lt: last.postId } }) },
        orderBy: { postId: 'desc' },
        take: AT_ONCE,
        select: {
          postId: true,
          createdAt: true,
          post: { select: { author: { select: { username: true } } } },
        },
      }),
  )
}

/** What somebody uploaded, oldest first; without what only hidden posts show. */
export function ownUploads(database: Database, ownerId: string) {
  const isSeen = [
    { posts: { none: {} } },
    { posts: { some: { hiddenAt: null } } },
    { avatars: { some: {} } },
  ]
  return paged(
    (
      last:
        | { id: string; hash: string; width: number; height: number; createdAt: Date }
        | undefined,
    ) =>
      database.media.findMany({
        where: { ownerId, OR: isSeen, ...(last && { id: { gt: last.id } }) },
        orderBy: { id: 'asc' },
        take: AT_ONCE,
        select: { id: true, hash: true, width: true, height: true, createdAt: true },
      }),
  )
}

/** What the entry of a table selects from an account's rows, in the order of the column that it names. */
export async function* listedRows(
  database: Database,
  table: SelectedTable,
  userId: string,
): AsyncGenerator<Record<string, unknown>> {
  const { select, orderBy } = accountData[table].export
  const rows = paged((last: Record<string, unknown> | undefined) =>
    delegateOf(database, table).findMany({
      where: { ...ownedBy(table, userId), ...(last && { [orderBy]: { gt: last[orderBy] } }) },
      orderBy: { [orderBy]: 'asc' },
      take: AT_ONCE,
      select: { ...select, [orderBy]: true },
    }),
  )
  for await (const row of rows)
    yield Object.fromEntries(Object.keys(select).map((column) => [column, row[column]]))
}

/** Who somebody is, and how they sign in. */
export function ownAccount(database: Database, id: string) {
  return database.user.findUniqueOrThrow({
    where: { id },
    include: {
      avatarMedia: { select: { hash: true } },
      sessions: { orderBy: { createdAt: 'asc' } },
      twoFactor: { select: { confirmedAt: true } },
      accounts: {
        where: { providerId: { startsWith: OIDC } },
        select: { providerId: true, accountId: true, createdAt: true },
      },
    },
  })
}

/** By which provider somebody signs in, and who they are there. */
export function ownIdentities({ accounts }: ExportedAccount) {
  return accounts.map(({ providerId, accountId, createdAt }) => ({
    provider: providerId.slice(OIDC.length),
    subject: accountId,
    createdAt,
  }))
}

export type ExportedAccount = Awaited<ReturnType<typeof ownAccount>>

/** Where an upload is in the ZIP. */
export function fileOf(upload: { hash: string } | null): string | null {
  return upload && `media/${upload.hash}.webp`
}
