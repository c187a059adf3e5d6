import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { accountData } from '#api/database/account-data.ts'
import { emptyDatabase, testDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { readArchive, writeArchive } from './archive.ts'
import { withConnection } from './connection.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readTables } from './tables.ts'
import { writeBackup } from './write.ts'

const { database, url: directUrl } = await testDatabase()
const server = await testServer({ database })
const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-contents-'))
registerCleanup(() => rmSync(folder, { recursive: true, force: true }))
const file = path.join(folder, 'backup.tar.gz')

const ann = server.browser()
await ann.signUp()
const { id: userId, email } = await database.user.findFirstOrThrow()
const expiresAt = new Date(Date.now() + 60_000)
await database.verification.create({
  data: { identifier: 'oidc:state', value: 'a verifier', expiresAt },
})
await database.mailLink.create({
  data: { hash: 'a hash of a link', userId, purpose: 'RESET_PASSWORD', email, expiresAt },
})
const { token } = await database.session.findFirstOrThrow()
const { dataDir, authSecret } = server.services.settings
await writeBackup(file, { directUrl, dataDir, authSecret })

test('every table is declared as backed up or left out', async () => {
  const tables = await withConnection(directUrl, readTables)
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(accountData).toSorted())
})

test('a backup contains no sessions or sign-in links', async () => {
  const bytes = gunzipSync(readFileSync(file))
  expect(bytes.includes(email)).toBe(true)
  for (const secret of [token, 'a verifier', 'a hash of a link'])
    expect(bytes.includes(secret)).toBe(false)
  expect(await rowsAfterRestoring(file)).toEqual({
    User: 1,
    Account: 1,
    Session: 0,
    Verification: 0,
    MailLink: 0,
  })
})

test('a restore skips the sessions of an older backup', async () => {
  const older = path.join(folder, 'older.tar.gz')
  const columns = ['id', 'token', 'userId', 'expiresAt', 'updatedAt']
  const row = [
    '01890000-0000-7000-8000-000000000000',
    'a token',
    userId,
    '2100-01-01',
    '2020-01-01',
  ].join('\t')
  await writeArchive(older, async (add) => {
    for await (const { name, content } of readArchive(file)) {
      const bytes = await buffer(content)
      if (name !== MANIFEST) {
        await add(name, bytes)
        continue
      }
      const manifest = JSON.parse(bytes.toString()) as Manifest
      manifest.tables.push({ name: 'Session', columns, rows: 1 })
      await add(name, Buffer.from(JSON.stringify(manifest)))
      await add('tables/Session/000000', Buffer.from(`${row}\n`))
    }
  })
  expect(await rowsAfterRestoring(older)).toMatchObject({ User: 1, Session: 0 })
})

async function rowsAfterRestoring(backup: string): Promise<Record<string, number>> {
  const restored = await emptyDatabase()
  const report = await restoreBackup(backup, {
    directUrl: restored,
    dataDir: mkdtempSync(path.join(folder, 'restored-')),
  })
  expect(report.foreign).toEqual([])
  return withConnection(restored, async (client) => {
    const rows: Record<string, number> = {}
    for (const name of ['User', 'Account', 'Session', 'Verification', 'MailLink']) {
      rows[name] = Number(
        (await client.query<{ count: string }>(`SELECT count(*) FROM "${name}"`)).rows[0]?.count,
      )
    }
    return rows
  })
}
