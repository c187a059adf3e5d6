import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'
import { processesOn, runCommand } from './commands.ts'

const DATA_DIR = emptyDataDir()
const elsewhere = mkdtempSync(path.join(tmpdir(), 'good-vibes-entry-'))
const other = createServer().listen(0, '127.0.0.1')
afterAll(() => {
  other.close()
  for (const folder of [DATA_DIR, elsewhere]) rmSync(folder, { recursive: true, force: true })
})

/** Starts a server that fails, and returns what it prints to stderr. */
async function startupError(settings: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['api/main.ts'], {
    DATA_DIR,
    PORT: String(await freePort()),
    ...settings,
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return stderr
}

test('a port that is in use', async () => {
  const { port } = other.address() as AddressInfo
  expect(await startupError({ PORT: String(port) })).toBe(
    `Port ${port} is in use: stop what uses it, or set PORT to another one.\n`,
  )
  expect(processesOn(DATA_DIR)).toEqual([])
})

test('a database that does not respond', async () => {
  const port = await freePort()
  const message = await startupError({
    DATABASE_URL: `postgresql://vibes:hush@127.0.0.1:${port}/vibes`,
  })
  expect(message).toBe(
    `The database at 127.0.0.1:${port}/vibes does not answer: ` +
      `connect ECONNREFUSED 127.0.0.1:${port}.\n`,
  )
})

test('an invalid setting, and an incomplete group of settings', async () => {
  expect(await startupError({ SEED: 'yes' })).toBe('SEED should be "demo" or "none", not "yes".\n')
  const names = 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'
  expect(
    await startupError({
      S3_BUCKET: 'vibes',
      S3_ENDPOINT: 'https://s3.example.com',
      S3_ACCESS_KEY_ID: 'key',
    }),
  ).toBe(`Set all of ${names} or none of them: S3_SECRET_ACCESS_KEY is missing.\n`)
})

test('an unusable data directory', async () => {
  const file = path.join(elsewhere, 'a-file')
  writeFileSync(file, '')
  expect(await startupError({ DATA_DIR: file })).toMatch(
    new RegExp(`^The data directory ${file} \\(DATA_DIR\\) cannot be used: .*\\.\n$`),
  )
})

test('another Node version than the project needs', () => {
  const entry = path.join(elsewhere, 'scripts', 'entry.js')
  mkdirSync(path.dirname(entry))
  copyFileSync(path.join(ROOT, 'scripts', 'entry.js'), entry)
  writeFileSync(
    path.join(elsewhere, 'package.json'),
    '{"type":"module","dependencies":{"node":"99.1.0"}}',
  )
  // The system's older Node must be able to parse the entry file.
  for (const node of [process.execPath, '/usr/bin/node'].filter((file) => existsSync(file))) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
    const { status, stdout, stderr } = spawnSync(node, [entry, 'api/main.ts'], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(
        '^Good Vibes runs on Node 99\\.1\\.0, which "npm install" installs; ' +
          `this is Node ${version}\\. .*\n$`,
      ),
    )
  }
})
