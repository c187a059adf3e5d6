import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { createPictureStore, displayFile } from './picture-store.ts'

test('concurrent writes and removals break neither reads nor the usage count', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-pictures-'))
  registerCleanup(() => rmSync(dataDir, { recursive: true }))
  const store = createPictureStore(dataDir)
  const hashes = Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(64, '0'))
  const text = Buffer.from('A picture.')
  let isDone = false
  const writeAndRemove = async () => {
    for (const hash of hashes)
      await store.write({ hash, display: text, small: text, thumbnail: text })
    for (const hash of hashes.slice(1)) await store.remove(hash)
    isDone = true
  }
  const read = async () => {
    while (!isDone) {
      await Promise.all([store.usage(), store.removePartialFiles(new Date(0))])
      for (const hash of hashes)
        expect([0, text.length]).toContain((await store.readFile(displayFile(hash)))?.length ?? 0)
    }
  }
  await Promise.all([writeAndRemove(), read(), read()])
  expect(await store.usage()).toEqual({ count: 3, bytes: 3 * text.length })
})
