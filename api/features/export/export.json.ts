import {
  accountData,
  type HandWrittenSection,
  type SelectedTable,
} from '#api/database/account-data.ts'
import type { Database } from '#api/database/client.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { deviceOf } from '#rules/device.ts'
import {
  type ExportedAccount,
  type ExportedPost,
  fileOf,
  listedRows,
  ownIdentities,
  ownLikes,
  ownPosts,
  ownUploads,
} from './export.read.ts'

/** Writes one section, in pieces of its text. */
type Section = (database: Database, account: ExportedAccount) => AsyncGenerator<string>

const handWritten: Record<HandWrittenSection, Section> = {
  async *account(_database, account) {
    yield JSON.stringify(accountJson(account), null, 2)
  },
  identities: (_database, account) => list(ownIdentities(account), (identity) => identity),
  sessions: (_database, { sessions }) =>
    list(sessions, ({ userAgent, createdAt, updatedAt }) => ({
      device: deviceOf(userAgent),
      createdAt,
      lastUsedAt: updatedAt,
    })),
  uploads: (database, { id }) =>
    list(ownUploads(database, id), (upload) => {
      const { width, height, createdAt } = upload
      return { file: fileOf(upload), width, height, createdAt }
    }),
  posts: (database, { id }) => list(ownPosts(database, id), postJson),
  likes: (database, { id }) =>
    list(ownLikes(database, id), ({ postId, createdAt, post }) => ({
      postId: toPublicId('Post', postId),
      author: post.author.username,
      createdAt,
    })),
}

/** Every section that `accountData` declares, by its name. */
const sections = new Map(
  Object.entries(accountData).flatMap(([table, { export: exported }]): [string, Section][] => {
    if ('leftOut' in exported) return []
    if (!('select' in exported)) return [[exported.section, handWritten[exported.section]]]
    return [
      [
        exported.section,
        (database, { id }) => list(listedRows(database, table as SelectedTable, id), (row) => row),
      ],
    ]
  }),
)

/** An account's data as one JSON object, in pieces of its text. */
export async function* dataJson(
  database: Database,
  account: ExportedAccount,
): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(new Date())}`
  for (const [name, section] of sections) {
    yield `,\n${JSON.stringify(name)}: `
    yield* section(database, account)
  }
  yield '\n}\n'
}

function accountJson({
  id,
  username,
  displayName,
  email,
  emailVerified,
  bio,
  avatar,
  avatarMedia,
  twoFactor,
  createdAt,
}: ExportedAccount) {
  const profile = {
    id: toPublicId('User', id),
    username,
    displayName,
    bio,
    avatar,
    avatarFile: fileOf(avatarMedia),
  }
  return {
    ...profile,
    email,
    emailVerified,
    twoStepSignInSince: twoFactor?.confirmedAt ?? null,
    createdAt,
  }
}

function postJson({
  id,
  content,
  mediaType,
  imageUrl,
  imageAlt,
  videoUrl,
  media,
  likesCount,
  sharesCount,
  createdAt,
}: ExportedPost) {
  const picture = { imageUrl, imageAlt, imageFile: fileOf(media) }
  return {
    id: toPublicId('Post', id),
    content,
    mediaType,
    ...picture,
    videoUrl,
    likesCount,
    sharesCount,
    createdAt,
  }
}

async function* list<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toJson: (row: Row) => object,
): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(toJson(row))
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}
