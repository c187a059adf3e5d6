import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run.ts'
import { EXCEPTIONS, secondDatabaseFiles } from './second-database.ts'

const USES_DATABASE = /\b(test(Server|Api|Database)|createDatabase)\(|queryRaw/

test('every API test that uses the database runs on both, or is an exception with a reason', () => {
  const listed = new Set([
    ...secondDatabaseFiles(),
    ...globSync(Object.values(EXCEPTIONS).flat(), { cwd: ROOT }),
  ])
  const unlisted = globSync('api/**/*.test.ts', { cwd: ROOT })
    .filter((file) => !listed.has(file))
    .filter((file) => USES_DATABASE.test(readFileSync(path.join(ROOT, file), 'utf8')))
  expect(unlisted).toEqual([])
})

test('no exception is without a file', () => {
  for (const glob of Object.values(EXCEPTIONS).flat())
    expect(globSync(glob, { cwd: ROOT }), glob).not.toEqual([])
})
