import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFile, readOwnFile, writeFileAtomic } from './files.ts'
import { OperatorError } from './operator-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const uid = process.getuid?.() ?? 0

/** A file of this user, and a link to it with a name that we will write. */
function plantLink(name: string) {
  const victim = path.join(folder, `${name}-victim`)
  const link = path.join(folder, name)
  writeFileSync(victim, 'precious')
  symlinkSync(victim, link)
  return { link, isUntouched: () => readFileSync(victim, 'utf8') === 'precious' }
}

test('a planted link is replaced, not followed', async () => {
  const created = plantLink('created')
  const file = await createFile(created.link, 0o600)
  await file.writeFile('new')
  await file.close()
  expect(readFileSync(created.link, 'utf8')).toBe('new')
  expect(created.isUntouched()).toBe(true)

  const partial = plantLink('written.part')
  const written = path.join(folder, 'written')
  await writeFileAtomic(written, 'new', { uid, gid: process.getgid?.() ?? 0 })
  expect(readFileSync(written, 'utf8')).toBe('new')
  expect(partial.isUntouched()).toBe(true)
})

test('a link, and a file of another user, are not read', () => {
  const { link } = plantLink('read')
  expect(() => readOwnFile(link, uid)).toThrow(OperatorError)
  const own = path.join(folder, 'own')
  writeFileSync(own, 'secret')
  expect(readOwnFile(own, uid)).toBe('secret')
  expect(() => readOwnFile(own, uid + 1)).toThrow(
    `${own} is not the file that Good Vibes created. Restore it from a backup.`,
  )
})
