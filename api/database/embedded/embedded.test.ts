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
const outside = path.join('/var/lib/good-vibes', createHash('sha256').update(folder).digest('hex'))
afterAll(() => {
  for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true })
})

test.runIf(isRoot)(
  'a database whose user cannot reach the data directory is outside it, and a pointer file names it',
  async () => {
    const notes: string[] = []
    const first = await startEmbedded(folder, { onNote: (sentence) => notes.push(sentence) })
    expect(notes).toEqual([
      `The database is in ${outside}, because PostgreSQL does not run as root and its user cannot reach ${folder}.`,
    ])
    const id = readFileSync(path.join(outside, 'data', 'good-vibes-id'), 'utf8')
    expect(readFileSync(path.join(folder, 'postgres-is-elsewhere.txt'), 'utf8')).toBe(
      `${outside}\n${id}`,
    )
    expect(existsSync(path.join(folder, 'postgres'))).toBe(false)
    await query(first.url, 'CREATE TABLE kept (id int)')
    expect(await findEmbedded(folder)).toBe(first.url)
    await first.stop()
    expect(await findEmbedded(folder)).toBeNull()

    const second = await startEmbedded(folder)
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([])
    const [memory] = await query<{ bytes: number }>(
      second.url,
      `SELECT pg_size_bytes(current_setting('shared_buffers'))::float AS bytes`,
    )
    expect(memory?.bytes, 'shared buffers').toBeGreaterThan(MEGABYTE * 128)
    expect(memory?.bytes, 'shared buffers').toBeLessThanOrEqual(totalmem() / 4)
    await second.stop()
  },
)

test.runIf(isRoot)(
  'a data directory that was moved away from its database is rejected with instructions',
  async () => {
    const pointer = path.join(folder, 'postgres-is-elsewhere.txt')
    writeFileSync(pointer, '/var/lib/good-vibes/another\n')
    await expect(startEmbedded(folder)).rejects.toThrow(
      `${folder} was moved, but its database is still in /var/lib/good-vibes/another: move that to ${outside} and write this path into the first line of ${pointer}.`,
    )
  },
)
