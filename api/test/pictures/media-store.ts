import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeEach } from 'vitest'
import { createPictureStore, pictureFiles } from '#api/features/media/picture-store.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { testDatabase } from '../database/database.ts'
import { seeds } from '../people/seeds.ts'
import { photo } from './pictures.ts'

/** A database and a media folder, both empty before each test. */
export async function mediaStore() {
  const { database } = await testDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-media-'))
  const pictures = createPictureStore(dataDir)
  const ids = new IdGenerator()
  const folder = path.join(dataDir, 'media')
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  beforeEach(async () => {
    await database.user.deleteMany()
    rmSync(folder, { recursive: true, force: true })
  })
  const { aUser } = seeds({ database, ids })
  let hue = 0
  return {
    database,
    dataDir,
    folder,
    ids,
    services: { database, pictures, log: pino({ level: 'silent' }) },
    pictures,
    files: () => readdirSync(folder).sort(),
    filesOf: (hash: string) => pictureFiles(hash).toSorted(),
    newPicture: () => photo({ hue: hue++ }).png().toBuffer(),
    /** @returns the UUID */
    newAccount: async () => (await aUser()).id,
  }
}
