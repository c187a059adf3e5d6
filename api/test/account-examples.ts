import type { Services } from '#api/context.ts'
import type { accountData } from '#api/database/account-data.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { seeds } from './seeds.ts'

/** For each table, a unique text in the account's row. The export shows it, or omits the table. */
type Markers = Record<keyof typeof accountData, string>

/** Adds a row to every table. The account and the author of `liked` like each other's post. */
export async function addExamples(
  { database, ids, pictures }: Pick<Services, 'database' | 'ids' | 'pictures'>,
  userId: string,
  liked: { id: string; authorId: string },
): Promise<Markers> {
  const { aPost, aLike, anUpload } = seeds({ database, ids })
  const markers = markersFor(userId)
  const { User: bio, Media: hash, UserSearch, PostSearch, Account, Passkey, Verification } = markers
  const by = { id: userId }
  const upload = await anUpload({ by, hash })
  await pictures.write({ hash, display: Buffer.from('x'), small: Buffer.from('x') })
  await database.user.update({
    where: by,
    data: { bio, avatar: upload.path, avatarMediaId: upload.id },
  })
  await database.userSearch.update({ where: { userId }, data: { text: UserSearch } })
  const post = await aPost({ by, content: markers.Post, imageUrl: upload.path, mediaId: upload.id })
  await database.postSearch.update({ where: { postId: post.id }, data: { text: PostSearch } })
  await database.postKey.create({
    data: { authorId: userId, key: markers.PostKey, hash: 'c'.repeat(64), postId: post.id },
  })
  await aLike({ by, of: liked })
  await aLike({ by: { id: liked.authorId }, of: post })
  await database.session.create({
    data: {
      userId,
      token: markers.Session,
      expiresAt: TOMORROW,
      createdAt: new Date(markers.Session),
    },
  })
  await database.account.create({
    data: { userId, providerId: 'oidc:https://id.example.org', accountId: Account },
  })
  const device = {
    publicKey: 'a public key',
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  }
  await database.passkey.create({
    data: { userId, name: Passkey, credentialID: `credential of ${userId}`, ...device },
  })
  const codes = { create: { hash: markers.RecoveryCode } }
  await database.twoFactor.create({
    data: { userId, secret: 'a sealed secret', confirmedAt: new Date(markers.TwoFactor), codes },
  })
  const link = { purpose: 'RESET_PASSWORD' as const, email: 'ann@example.org', expiresAt: TOMORROW }
  await database.mailLink.create({ data: { userId, hash: markers.MailLink, ...link } })
  const value = JSON.stringify({ userData: { id: userId, name: Verification } })
  await database.verification.create({
    data: { identifier: 'a challenge', value, expiresAt: TOMORROW },
  })
  return { ...markers, Like: toPublicId('Post', liked.id) }
}

const TOMORROW = new Date(Date.now() + 24 * 60 * 60 * 1000)

function markersFor(userId: string) {
  return {
    User: 'An example of a bio',
    UserSearch: ' an example of a person in the search ',
    Post: 'An example of a post',
    PostSearch: ' an example of a post in the search ',
    PostKey: 'an-example-of-a-key',
    Media: userId.replaceAll('-', '').padEnd(64, 'e'),
    Session: '2001-02-03T04:05:06.007Z',
    Account: 'an-example-of-a-subject',
    Passkey: 'An example of a passkey',
    TwoFactor: '2002-03-04T05:06:07.008Z',
    RecoveryCode: 'an-example-of-a-recovery-code',
    MailLink: 'an-example-of-a-link',
    Verification: 'An example of a challenge',
  }
}

/** The rows of all tables in the catalog, as sorted JSON texts. */
export async function readRows(database: Services['database']): Promise<Map<string, string[]>> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT tablename AS "name" FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    const found = await database.$queryRawUnsafe<{ row: string }[]>(
      `SELECT to_jsonb(t)::text AS "row" FROM "${name}" t ORDER BY 1`,
    )
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}
