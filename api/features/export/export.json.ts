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
  identitiesOf,
  pathInZip,
  readLikes,
  readListedRows,
  readPosts,
  readUploads,
} from './export.read.ts'

/** Streams one section's JSON. */
type Section = (database: Database, account: ExportedAccount) => AsyncGenerator<string>

const customSections: Record<HandWrittenSection, Section> = {
  async *account(_database, account) {
    yield JSON.stringify(accountJson(account), null, 2)
  },
  identities: (_database, account) => list(identitiesOf(account), (identity) => identity),
  sessions: (_database, { sessions }) =>
    list(sessions, ({ userAgent, createdAt, updatedAt }) => ({
      device: deviceOf(userAgent),
      createdAt,
      lastUsedAt: updatedAt,
    })),
  uploads: (database, { id }) =>
    list(readUploads(database, id), (upload) => {
      const { width, height, createdAt } = upload
      return { file: pathInZip(upload), width, height, createdAt }
    }),
  posts: (database, { id }) => list(readPosts(database, id), postJson),
  likes: (database, { id }) =>
    list(readLikes(database, id), ({ postId, createdAt, post }) => ({
      postId: toPublicId('Post', postId),
      author: post.author.username,
      createdAt,
    })),
}

/** All sections that `accountData` declares, by name. */
const sections = new Map(
  Object.entries(accountData).flatMap(([table, { export: exported }]): [string, Section][] => {
    if ('leftOut' in exported) return []
    if (!('select' in exported)) return [[exported.section, customSections[exported.section]]]
    return [
      [
        exported.section,
        (database, { id }) =>
          list(readListedRows(database, table as SelectedTable, id), (row) => row),
      ],
    ]
  }),
)

/** Streams an account's data as one JSON object. */
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
    avatarFile: pathInZip(avatarMedia),
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
  const picture = { imageUrl, imageAlt, imageFile: pathInZip(media) }
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
