import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import { runCliHere } from './in-process-cli.ts'

const OTHER = 'a secret of more than thirty-two characters'

async function installation() {
  const dataDir = emptyDataDir()
  registerCleanup(() => rmSync(dataDir, { recursive: true, force: true }))
  const settings = { DATA_DIR: dataDir, DATABASE_URL: await emptyDatabase() }
  return {
    secretFile: path.join(dataDir, 'auth-secret'),
    run: (args: string[], AUTH_SECRET = '') => runCliHere(args, { ...settings, AUTH_SECRET }),
  }
}

const source = await installation()
await source.run(['migrate'])
const secret = readFileSync(source.secretFile, 'utf8').trim()
const file = path.join(path.dirname(source.secretFile), 'backup.tar.gz')
await source.run(['backup', file])

test.each([
  ['no AUTH_SECRET', ''],
  ['the same AUTH_SECRET', secret],
])('a restore with %s uses the secret of the backup', async (_, authSecret) => {
  const { run, secretFile } = await installation()
  const { code, stdout } = await run(['restore', file], authSecret)
  expect([code, readFileSync(secretFile, 'utf8').trim()]).toEqual([0, secret])
  expect(stdout).not.toContain('AUTH_SECRET')
  expect((await run(['doctor'], authSecret)).stdout).toContain(
    `OK    secret: only its owner can read ${secretFile}.\n`,
  )
})

test('a restore and doctor say that AUTH_SECRET is not the secret of the backup', async () => {
  const { run, secretFile } = await installation()
  const { code, stdout } = await run(['restore', file], OTHER)
  expect([code, readFileSync(secretFile, 'utf8').trim()]).toEqual([0, secret])
  expect(stdout).toContain(
    "AUTH_SECRET isn't the secret of the backup, so authenticator apps, webhooks and links in sent " +
      'emails stop working. Before you start the server, set AUTH_SECRET to the value in the file ' +
      `${secretFile}.\n`,
  )
  expect((await run(['doctor'], OTHER)).stdout).toContain(
    `FAIL  secret: AUTH_SECRET is in use, and the other secret in ${secretFile} is not.`,
  )
})

test('a backup with AUTH_SECRET has no secret, also if an unused one is stored', async () => {
  const withoutSecret = `${file}.2`
  expect((await source.run(['backup', withoutSecret], OTHER)).code).toBe(0)
  const { run } = await installation()
  const { stdout } = await run(['restore', withoutSecret], OTHER)
  expect(stdout).toContain('The backup has no secret, because AUTH_SECRET was set.')
  expect((await run(['doctor'], OTHER)).stdout).toContain(
    'OK    secret: AUTH_SECRET is set, so the data directory has none.\n',
  )
})

test('doctor and commands refuse a stored secret that is cut off, and say what to do', async () => {
  const { run, secretFile } = await installation()
  writeFileSync(secretFile, '')
  const sentence = `The secret in ${secretFile} is empty or cut off`
  expect((await run(['doctor'])).stdout).toContain(`FAIL  settings: ${sentence}`)
  const { code, stderr } = await run(['migrate'])
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect((await run(['doctor'], OTHER)).stdout).toContain(
    `FAIL  secret: AUTH_SECRET is in use, and ${secretFile} is empty or cut off. Delete the file.\n`,
  )
})
