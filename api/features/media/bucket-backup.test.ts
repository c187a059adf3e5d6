import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { restoreBackup } from '#api/ops/backup/restore.ts'
import { writeBackup } from '#api/ops/backup/write.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testBucket } from '#api/test/servers/bucket.ts'
import { storePicture } from './media.write.ts'
import { pictureFiles } from './picture-store.ts'

const { server, direct, newPicture } = await testBucket()
const { pictures } = server.services

test('a backup restores the pictures of a bucket to a bucket or a folder', async () => {
  const source = await testDatabase()
  const owner = await source.database.user.create({
    data: {
      id: server.services.ids.next(),
      displayName: 'B',
      username: 'bbb',
      email: 'b@example.org',
    },
  })
  const { hash } = await storePicture(
    { database: source.database, pictures },
    owner.id,
    await newPicture(),
  )
  const newFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-bucket-'))
    registerCleanup(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const file = path.join(newFolder(), 'backup.tar.gz')
  expect(
    await writeBackup(file, {
      directUrl: source.url,
      dataDir: newFolder(),
      authSecret: 'from the environment',
      pictures,
    }),
  ).toMatchObject({ pictures: 1, missing: 0 })
  const before = await Promise.all(pictureFiles(hash).map(direct.readFile))

  const emptyDatabase = async () => {
    const { database, url } = await testDatabase()
    await database.$executeRawUnsafe('DROP SCHEMA public CASCADE')
    await database.$executeRawUnsafe('CREATE SCHEMA public')
    return url
  }
  await direct.remove(hash)
  expect(
    await restoreBackup(file, { directUrl: await emptyDatabase(), dataDir: newFolder(), pictures }),
  ).toMatchObject({ users: 1, missing: 0 })
  expect(await Promise.all(pictureFiles(hash).map(direct.readFile))).toEqual(before)
  const dataDir = newFolder()
  await restoreBackup(file, { directUrl: await emptyDatabase(), dataDir })
  expect(readdirSync(path.join(dataDir, 'media')).toSorted()).toEqual(pictureFiles(hash).toSorted())

  // A restore that fails midway leaves neither rows nor pictures.
  await direct.remove(hash)
  const again = await emptyDatabase()
  const writeFile = async (name: string, content: Uint8Array) => {
    await pictures.writeFile(name, content)
    if (!name.includes('-small')) throw new Error('The connection was lost')
  }
  await expect(
    restoreBackup(file, {
      directUrl: again,
      dataDir: newFolder(),
      pictures: { ...pictures, writeFile },
    }),
  ).rejects.toThrow('Nothing was restored from')
  expect(await direct.hashes()).toEqual([])
  expect(
    await restoreBackup(file, { directUrl: again, dataDir: newFolder(), pictures }),
  ).toMatchObject({ users: 1, missing: 0 })

  // A restore to a database with tables is rejected, and leaves nothing in the bucket.
  await direct.remove(hash)
  await expect(
    restoreBackup(file, { directUrl: source.url, dataDir: newFolder(), pictures }),
  ).rejects.toThrow('The database has tables already.')
  expect(await direct.hashes()).toEqual([])
})
