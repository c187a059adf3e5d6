import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#api/settings/settings.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { checkDisk, checkSecret, checkSettings } from './checks.ts'

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

test.each([
  [{}, []],
  [{ PUBLIC_URL: 'https://vibes.example.com' }, [expect.stringContaining('DEMO_USER is on')]],
  [{ PUBLIC_URL: 'https://vibes.example.com', DEMO_USER: 'off' }, []],
])('doctor names settings that are unsafe for others: %j', (env, warnings) => {
  const settings = readSettings({ ...env, AUTH_SECRET: 'x'.repeat(32) })
  const failures = checkSettings(settings).filter(({ ok }) => !ok)
  expect(failures.map(({ message }) => message)).toEqual(warnings)
})

test('doctor accepts a stored secret only if it is in use', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-secret-'))
  registerCleanup(() => rmSync(dataDir, { recursive: true }))
  const check = async (authSecret: string) =>
    (await checkSecret({ dataDir, authSecret })).map(({ ok, message }) => [ok, message])
  expect(await check('in use')).toEqual([
    [true, 'AUTH_SECRET is set, so the data directory has none.'],
  ])
  const file = path.join(dataDir, 'auth-secret')
  const stored = 'stored'.repeat(6)
  writeFileSync(file, `${stored}\n`, { mode: 0o600 })
  expect(await check(stored)).toEqual([[true, `only its owner can read ${file}.`]])
  expect(await check('in use')).toEqual([
    [false, expect.stringContaining(`the other secret in ${file} is not`)],
  ])
  writeFileSync(file, '')
  expect(await check('in use')).toEqual([
    [false, `AUTH_SECRET is in use, and ${file} is empty or cut off. Delete the file.`],
  ])
})
