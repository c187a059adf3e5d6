import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type CommandResult, runCli } from './commands.ts'

const DATA_DIR = emptyDataDir()
const OTHER_DIR = emptyDataDir()
afterAll(() => {
  for (const folder of [DATA_DIR, OTHER_DIR]) rmSync(folder, { recursive: true, force: true })
})

let settings: NodeJS.ProcessEnv
const cli = (args: string[], more: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
  runCli(args, { ...settings, ...more })
const SECONDS_A_DAY = 24 * 60 * 60

beforeAll(async () => {
  settings = { DATA_DIR, DATABASE_URL: await emptyDatabase() }
  expect((await cli(['migrate'])).code).toBe(0)
  expect((await cli(['user', 'create', 'ada', '--email', 'ada@example.com'])).code).toBe(0)
})

describe('invalid usage', () => {
  test.each([
    [
      ['nothing'],
      "error: unknown command 'nothing'\n(run with --help to list the commands and options)\n",
    ],
    [['user', 'creat'], "error: unknown command 'creat'\n(Did you mean create?)\n"],
    [['doctor', '--nope'], "error: unknown option '--nope'\n"],
    [['backup'], "error: missing required argument 'file'\n"],
    [
      ['user', 'list', '--limit', 'x'],
      "error: option '--limit <number>' argument 'x' is invalid. Enter a number from 1 to 10000.\n",
    ],
    ...['26', '0026', '20260'].map((year): [string[], string] => [
      ['report', '--year', year],
      `error: option '--year <year>' argument '${year}' is invalid. Enter a year, such as 2026.\n`,
    ]),
    [
      ['token', 'create', 'ada', '--name', 'x', '--days', '99999999999'],
      "error: option '--days <number>' argument '99999999999' is invalid. Enter a number from 1 to 36500.\n",
    ],
  ])('%j fails with code 1', async (args, message) => {
    const { code, stdout, stderr } = await cli(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.startsWith(message)).toBe(true)
  })

  test('no command lists all commands', async () => {
    const { code, stderr } = await cli([])
    expect(code).toBe(1)
    for (const command of [
      'migrate',
      'seed',
      'demo',
      'backup',
      'restore',
      'user',
      'post',
      'media',
      'doctor',
    ])
      expect(stderr).toMatch(new RegExp(`^  ${command} `, 'm'))
  })

  test('an invalid setting is named', async () => {
    expect(await cli(['user', 'list'], { PORT: 'x' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PORT should be a number from 1 to 65535, not "x".\n',
    })
  })
})

test('--version prints the version', async () => {
  expect(await cli(['--version'])).toEqual({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  })
})

test('user list prints the accounts', async () => {
  const { stdout } = await cli(['user', 'list'])
  expect(stdout).toMatch(/ada\b.*ada@example\.com/s)
})

describe('doctor', () => {
  test('prints OK for each check, and exits with code 0', async () => {
    const { code, stdout, stderr } = await cli(['doctor'])
    expect([code, stderr]).toEqual([0, ''])
    for (const subject of [
      'settings',
      'disk',
      'pictures',
      'database',
      'migrations',
      'clock',
      'connections',
    ])
      expect(stdout).toMatch(new RegExp(`^OK    ${subject}: `, 'm'))
    expect(stdout).not.toContain('FAIL')
  })

  test('says how to fix a failed check, and exits with code 1', async () => {
    const { code, stdout, stderr } = await cli(['doctor'], {
      RATE_LIMIT: 'off',
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    })
    expect([code, stderr]).toEqual([1, '2 checks failed.\n'])
    expect(stdout).toMatch(/^FAIL {2}settings: RATE_LIMIT is off.* Set it to on\.$/m)
    expect(stdout).toMatch(
      /^FAIL {2}database: The database at 127\.0\.0\.1:1\/none does not answer/m,
    )
  })
})

test('media prune removes unused files; --dry-run only counts them', async () => {
  const folder = path.join(DATA_DIR, 'media')
  const unused = `${'a'.repeat(64)}.webp`
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, unused), 'an unused picture')
  const longAgo = Date.now() / 1000 - 3 * SECONDS_A_DAY
  utimesSync(path.join(folder, unused), longAgo, longAgo)

  expect((await cli(['media', 'usage'])).stdout).toMatch(
    /^1 file \(17 bytes\) in .*\n0 uploads of 0 accounts\.\nUnused: 0 uploads, and the files of 1 picture\.\n$/,
  )
  const dry = await cli(['media', 'prune', '--dry-run'])
  expect(dry).toEqual({
    code: 0,
    stdout: 'Would remove 0 uploads, and the files of 1 picture.\n',
    stderr: '',
  })
  expect(readdirSync(folder)).toEqual([unused])
  expect((await cli(['media', 'prune'])).stdout).toBe(
    'Removed 0 uploads, and the files of 1 picture.\n',
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a backup is restored into an empty installation only', async () => {
  const file = path.join(DATA_DIR, 'all.tar.gz')
  const saved = await cli(['backup', file])
  expect([saved.code, saved.stderr]).toEqual([0, ''])
  expect(saved.stdout).toMatch(
    /^Saved 0 posts, 1 account, 0 pictures in .*all\.tar\.gz \(.*\)\. It contains secrets/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const elsewhere = { DATA_DIR: OTHER_DIR, DATABASE_URL: await emptyDatabase() }
  const restored = await cli(['restore', file], elsewhere)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toMatch(/^Restored 0 posts, 1 account/)
  expect((await cli(['user', 'list'], elsewhere)).stdout).toContain('ada@example.com')
  const again = await cli(['restore', file], elsewhere)
  expect([again.code, again.stderr]).toEqual([
    1,
    'The database has tables already. Restore into an empty database and data directory.\n',
  ])
  const none = await cli(['restore', path.join(DATA_DIR, 'nothing.tar.gz')], {
    ...elsewhere,
    DATABASE_URL: await emptyDatabase(),
  })
  expect(none.code).toBe(1)
  expect(none.stderr).toMatch(/nothing\.tar\.gz/)
})
