import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseEnvFile } from './env-file.ts'
import { loadSettings } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TEXT = 'PORT=4100\n# für alle\nSEED=none\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const file = path.join(folder, '.env')

/** The settings of a file, and the warnings. */
function load(contents: string | Buffer, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(file, contents)
  const warnings: string[] = []
  const settings = loadSettings({
    file,
    env: { DATA_DIR: folder, ...env },
    onWarning: (sentence) => warnings.push(sentence),
  })
  return { settings, warnings }
}

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 in the other byte order', utf16be(`\ufeff${TEXT}`)],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 in the other byte order without a mark', utf16be(TEXT)],
  ['line ends of Windows', Buffer.from(TEXT.replaceAll('\n', '\r\n'))],
  ['line ends of old editors', Buffer.from(TEXT.replaceAll('\n', '\r'))],
])('a file in %s is read whole', (_encoding, bytes) => {
  const { settings, warnings } = load(bytes)
  expect(settings).toMatchObject({ port: 4100, seed: 'none' })
  expect(warnings).toEqual([])
})

test.each([
  ['Latin-1', Buffer.from(TEXT, 'latin1')],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x50, 0, 0, 0])],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1])],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x50])],
])('a file that is %s stops the start', (_encoding, bytes) => {
  expect(() => load(bytes)).toThrow(
    `The file ${file} is not readable text. Save it in the encoding UTF-8.`,
  )
})

test.each([
  ['DATABASE_URL: postgresql://vibes@db/vibes', 1],
  ['PORT=4100\n\nSEED none', 3],
  ['PORT=4100\nTEXT="two\nlines"\nset SEED', 4],
  ['{ "PORT": 4100 }', 1],
])('a line that is no setting stops the start: %j', (text, line) => {
  expect(() => load(text)).toThrow(
    `Line ${line} of ${file} is no setting. Write it as NAME=value, or begin it with #.`,
  )
})

test('quotes, comments, empty values and lines of a shell are read as before', () => {
  const text = [
    '',
    '  # A comment',
    'export PORT=4100',
    'A="x # y" # note',
    "B = 'two\nlines'",
    'C=',
    'D=a=b',
    '  E=`"`  ',
    'F="open',
  ].join('\n')
  expect(parseEnvFile(Buffer.from(text), '.env')).toEqual({
    PORT: '4100',
    A: 'x # y',
    B: 'two\nlines',
    C: '',
    D: 'a=b',
    E: '"',
    F: '"open',
  })
})

test('the environment takes precedence, also with an empty value', () => {
  const { settings } = load('PORT=4100\nSEED=none\nDEMO_USER=off', { PORT: '4200', SEED: '' })
  expect(settings).toMatchObject({ port: 4200, seed: 'demo', demoUser: false })
})

test('names that are nearly a setting cause a warning', () => {
  const sentence = (name: string, setting: string) =>
    `${name} is not a setting and has no effect. Did you mean ${setting}?`
  const mistyped = [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE-URL', 'DATABASE_URL'],
    ['data_dir', 'DATA_DIR'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['AUTH_SERCET', 'AUTH_SECRET'],
    ['Port', 'PORT'],
    ['SEEDS', 'SEED'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ] as const
  const text = mistyped.map(([name]) => `${name}=x`).join('\n')
  expect(load(text).warnings.sort()).toEqual(
    mistyped.map(([name, setting]) => sentence(name, setting)).sort(),
  )
  expect(load('', { DATABASE_URI: 'x' }).warnings).toEqual([
    sentence('DATABASE_URI', 'DATABASE_URL'),
  ])
  const others = { HOSTS: 'x', POST: 'x', POSTGRES_PASSWORD: 'x', NODE_ENV: 'test', USER: 'x' }
  expect(load('POSTGRES_PASSWORD=x\nCOMPOSE_FILE=x', others).warnings).toEqual([])
})

test('variables of PostgreSQL are dropped, wherever they are set', () => {
  const env: NodeJS.ProcessEnv = { PGSSLMODE: 'require', PGOPTIONS: '-c x=y', PATH: '/bin' }
  writeFileSync(file, 'PGHOST=db.example.com\nPORT=4100')
  loadSettings({ file, env: Object.assign(env, { DATA_DIR: folder }), onWarning() {} })
  expect(Object.keys(env).sort()).toEqual(['DATA_DIR', 'PATH', 'PORT'])
})
