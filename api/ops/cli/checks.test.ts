import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { checkDisk } from './checks.ts'

test('doctor also checks the disk of a bundled database outside the data directory', async () => {
  const [dataDir, elsewhere] = ['data-', 'database-'].map((prefix) => {
    const folder = mkdtempSync(path.join(tmpdir(), `good-vibes-${prefix}`))
    registerCleanup(() => rmSync(folder, { recursive: true }))
    return folder
  }) as [string, string]
  writeFileSync(path.join(dataDir, 'postgres-is-elsewhere.txt'), `${elsewhere}\n`)
  const messagesFor = async (databaseUrls: string[]) =>
    (await checkDisk({ dataDir, databaseUrls })).map(({ message }) => message)
  expect(await messagesFor([])).toEqual([
    expect.stringContaining(dataDir),
    expect.stringContaining(elsewhere),
  ])
  expect(await messagesFor(['postgresql://db.example.org/vibes'])).toEqual([
    expect.stringContaining(dataDir),
  ])
})
