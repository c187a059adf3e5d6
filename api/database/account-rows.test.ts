import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { withConnection } from '#api/ops/backup/connection.ts'
import { accountColumns } from '#api/test/database/account-catalog.ts'
import { addExamples } from '#api/test/database/account-examples.ts'
import { readRows } from '#api/test/database/all-rows.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { ensureDemoUser, resetDemoUser } from '#demo/seed-demo-user.ts'
import { accountData, ownedTables as tables, tablesDeleted } from './account-data.ts'
import { delegateOf, ownedBy } from './account-rows.ts'

const testDb = await testDatabase()
const server = await testServer({ database: testDb.database })
const { services } = server
const { database, pictures, ids } = services
const { aUser, aPost } = seeds(services)

/** Belongs to another account. */
let othersPost: { id: string; authorId: string }
let strangerId: string
beforeEach(async () => {
  await database.user.deleteMany()
  await database.verification.deleteMany()
  othersPost = await aPost({ by: await aUser() })
  strangerId = (await aUser()).id
})

async function signUp() {
  const visitor = server.browser()
  const account = await visitor.signUp()
  return { visitor, password: account.password, userId: uuidOf(account.id) }
}

const anonymized = tablesDeleted('anonymized')

/**
 * All stored rows and files, without anonymized ones and the versions that a deletion increments.
 */
async function stored() {
  const rows = await readRows(database)
  for (const table of anonymized) rows.delete(table)
  const users = rows.get('User')?.map((row) => row.replace(/, "visibilityVersion": \d+/, ''))
  // Marks say only that someone liked, shared or followed. The delivery deletes them.
  const marks = rows
    .get('PendingNotification')
    ?.filter((row) => JSON.parse(row).userId !== othersPost.authorId)
  rows.set('PendingNotification', marks ?? [])
  return { rows: rows.set('User', users ?? []), files: (await pictures.hashes()).toSorted() }
}

/** Adds more rows than two batches of a deletion. */
async function addMany(userId: string) {
  const data = Array.from({ length: 2_100 }, () => ({
    id: ids.next(),
    authorId: userId,
    content: 'One of many',
    mediaType: 'TEXT' as const,
    createdAt: new Date(),
  }))
  await database.post.createMany({ data })
  await database.like.createMany({ data: data.map(({ id: postId }) => ({ userId, postId })) })
}

/**
 * Creates an account with an example row in every table, and for every column that refers to it.
 * @returns the account, and everything that was stored before
 */
async function accountWithExamples() {
  const before = await stored()
  const account = await signUp()
  const marks = await addExamples(services, account.userId, othersPost, strangerId)
  const examples = await readRows(database)
  for (const table of tables)
    expect(examples.get(table), `There is no example row in ${table}`).not.toEqual(
      before.rows.get(table),
    )
  for (const { table, column } of await withConnection(testDb.url, accountColumns)) {
    const ids = (examples.get(table) ?? []).map((row) => JSON.parse(row)[column])
    expect(ids, `There is no example row in ${table} with the account in ${column}`).toContain(
      account.userId,
    )
  }
  return { ...account, marks, before }
}

test.each(['at once', 'in parts'])(
  'a deletion %s leaves no row or file of the account, and changes no other account',
  async (how) => {
    const { visitor, password, userId, before, marks } = await accountWithExamples()
    if (how === 'in parts') await addMany(userId)
    expect((await visitor.fetch('/api/auth/delete-account', { json: { password } })).status).toBe(
      204,
    )
    expect(await stored()).toEqual(before)
    const rows = await readRows(database)
    for (const table of anonymized) expect(`${rows.get(table)}`, table).not.toContain(userId)
    expect(`${rows.get('Report')}`).not.toContain(marks.Report)
  },
)

test('an interrupted deletion has removed credentials and names first; the next cleanup finishes it', async () => {
  const { userId, before } = await accountWithExamples()
  await addMany(userId)
  await expect(deleteAccount(services, userId, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await database.post.count({ where: { authorId: userId } })).toBeGreaterThan(0)
  for (const table of tablesDeleted('first'))
    expect(
      await delegateOf(database, table).count({ where: ownedBy(table, userId) }),
      `${table} after the interruption`,
    ).toBe(0)
  await finishDeletions(services)
  expect(await stored()).toEqual(before)
})

test('the export has every declared section, and no table that is left out', async () => {
  const { visitor, marks } = await accountWithExamples()
  const response = await visitor.fetch('/api/auth/export')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const data = JSON.parse(Buffer.from(files['data.json'] ?? []).toString())
  const everything = Object.values(files)
    .map((file) => Buffer.from(file).toString())
    .join('\n')
  const sections = new Set<string>()
  for (const table of tables) {
    const exported = accountData[table].export
    if ('section' in exported) {
      sections.add(exported.section)
      expect(
        JSON.stringify(data[exported.section]),
        `${table} in the section ${exported.section}`,
      ).toContain(marks[table])
    } else expect(everything, `${table} is left out`).not.toContain(marks[table])
  }
  expect(Object.keys(data)).toEqual(['exportedAt', ...sections])
})

test('a section has every row once, even with more rows than one read returns', async () => {
  const { visitor, userId } = await signUp()
  const device = {
    userId,
    publicKey: 'a public key',
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  }
  const names = Array.from({ length: 1_001 }, (_, at) => `Key ${at}`)
  await database.passkey.createMany({
    data: names.map((name) => ({ ...device, name, credentialID: name })),
  })
  const files = unzipSync(
    new Uint8Array(await (await visitor.fetch('/api/auth/export')).arrayBuffer()),
  )
  const { passkeys } = JSON.parse(Buffer.from(files['data.json'] ?? []).toString())
  expect(passkeys.map(({ name }: { name: string }) => name).toSorted()).toEqual(names.toSorted())
  expect(Object.keys(passkeys[0])).toEqual(['name', 'createdAt'])
})

test('a reset of the demo user removes the rows and files that are declared so, and changes no other account', async () => {
  await ensureDemoUser({ ...services, settings: { demoUser: true } })
  const before = await stored()
  const marks = await addExamples(services, DEMO_USER_UUID, othersPost, strangerId)
  const examples = await readRows(database)
  expect(await resetDemoUser(services)).toBe(true)
  const after = await stored()
  for (const table of tables) {
    const entry = accountData[table]
    const isKept = 'demoReset' in entry && entry.demoReset === 'kept'
    // Another account's row about the demo user is kept.
    const isOwn = (row: string) =>
      !('owner' in entry) || JSON.parse(row)[entry.owner] === DEMO_USER_UUID
    const added =
      examples.get(table)?.filter((row) => isOwn(row) && !before.rows.get(table)?.includes(row)) ??
      []
    expect(added, `There is no example row in ${table}`).not.toEqual([])
    const left = added.filter((row) => after.rows.get(table)?.includes(row))
    if (!isKept) expect(left, `${table} after the reset`).toEqual([])
  }
  expect(after.files).toEqual(before.files)
  expect(await database.user.findUnique({ where: { id: DEMO_USER_UUID } })).toMatchObject({
    bio: expect.not.stringContaining(marks.User),
    avatar: expect.not.stringContaining(marks.Media),
  })
  // A person who follows, mutes or blocks the demo user still does.
  await database.follow.deleteMany({ where: { followeeId: DEMO_USER_UUID } })
  await database.mute.deleteMany({ where: { mutedId: DEMO_USER_UUID } })
  const kept = await stored()
  const others = (rows: typeof after.rows) =>
    [...rows].map(([table, all]) => [table, all.filter((row) => row.includes(othersPost.authorId))])
  expect(others(kept.rows)).toEqual(others(before.rows))
})
