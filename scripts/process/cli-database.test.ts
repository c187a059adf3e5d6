import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import { processesOn } from './commands.ts'
import { operator } from './operator.ts'

// While no server runs, each command starts the database.

const DATA_DIR = emptyDataDir()
registerCleanup(() => rmSync(DATA_DIR, { recursive: true, force: true }))
// Demo content needs no invitation.
const { succeed, fail } = operator({ DATA_DIR, SIGN_UPS: 'invite' })

test('a command on a database without tables says to migrate', async () => {
  expect(await fail('user', 'list')).toBe(
    'The database is not at this version. Run "npm run cli -- migrate" first.\n',
  )
})

test('migrate is idempotent', async () => {
  expect(await succeed(['migrate'])).toMatch(/^Applied \d{14}_tables.*\.\n$/)
  expect(await succeed(['migrate'])).toBe('The database is up to date.\n')
  expect(processesOn(DATA_DIR)).toEqual([])
})

test('seed fills an empty database once', async () => {
  expect(await succeed(['seed'])).toBe('Loaded the demo content.\n')
  expect(await fail('seed')).toBe(
    'The database already has accounts, so no demo content was loaded.\n',
  )
  expect((await succeed(['user', 'list'])).trim().split('\n')).toHaveLength(1 + 12)
})

test('--help lists the commands', async () => {
  const help = await succeed(['--help'])
  for (const command of ['migrate', 'seed', 'demo', 'user', 'admin-link', 'invite', 'post'])
    expect(help).toMatch(new RegExp(`^  ${command} `, 'm'))
})
