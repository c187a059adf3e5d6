import {
  accountData,
  type HandWrittenSection,
  type SelectedTable,
} from '#api/database/account-data.ts'
import type { Database } from '#api/database/client.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { deviceOf } from '#rules/device.ts'
import { moderation } from './export.moderation.ts'
import { notifications } from './export.notifications.ts'
import { people } from './export.people.ts'
import { posts } from './export.posts.ts'
import { type ExportedAccount, identitiesOf, pathInZip, readListedRows } from './export.read.ts'
import { list, type Section } from './export.section.ts'

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
  ...posts,
  ...people,
  ...moderation,
  ...notifications,
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
