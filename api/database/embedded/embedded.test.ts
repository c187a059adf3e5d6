import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { query } from './cluster.ts'
import { findEmbedded, startEmbedded } from './embedded.ts'

const MEGABYTE = 2 ** 20
const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-embedded-'))
const elsewhere = path.join(
  '/var/lib/good-vibes',
  createHash('sha256').update(folder).digest('hex'),
)
afterAll(() => {
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true })
})

test.runIf(isRoot)(
  'where the database’s user cannot reach the data directory, the database is elsewhere, and a note says so',
  async () => {
    const notes: string[] = []
    const first = await startEmbedded(folder, { note: (sentence) => notes.push(sentence) })
    expect(notes).toEqual([
      `The database is in ${elsewhere}, because PostgreSQL does not run as root and its user cannot reach ${folder}.`,
    ])
    const id = readFileSync(path.join(elsewhere, 'data', 'good-vibes-id'), 'utf8')
    expect(readFileSync(path.join(folder, 'postgres-is-elsewhere.txt'), 'utf8')).toBe(
      `${elsewhere}\n${id}`,
    )
    expect(existsSync(path.join(folder, 'postgres'))).toBe(false)
    await query(first.url, 'CREATE TABLE kept (it int)')
    expect(await findEmbedded(folder)).toBe(first.url)
    await first.stop()
    expect(await findEmbedded(folder)).toBeNull()

    const second = await startEmbedded(folder)
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([])
    const [memory] = await query<{ pages: number }>(
      second.url,
      `SELECT pg_size_bytes(current_setting('shared_buffers'))::float AS pages`,
    )
    expect(memory?.pages, 'pages in memory').toBeGreaterThan(MEGABYTE * 128)
    expect(memory?.pages, 'pages in memory').toBeLessThanOrEqual(totalmem() / 4)
    await second.stop()
  },
)

test.runIf(isRoot)(
  'a data directory that was moved away from its database says what to do',
  async () => {
    const note = path.join(folder, 'postgres-is-elsewhere.txt')
    writeFileSync(note, '/var/lib/good-vibes/another\n')
    await expect(startEmbedded(folder)).rejects.toThrow(
      `${folder} was moved, but its database is still in /var/lib/good-vibes/another: move that to ${elsewhere} and write this path into the first line of ${note}.`,
    )
  },
)
