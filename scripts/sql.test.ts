import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** A call may span lines, when the type of its rows does. */
const STATEMENT = /(?:\.rows|\$queryRaw|\$executeRaw)(?:<[^`]*?>)?`/g

/** The lines of hand-written statements, with the line before each. */
const statements = globSync('api/features/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts'],
}).flatMap((file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const lines = text.split('\n')
  return [...text.matchAll(STATEMENT)].map(({ index }) => {
    const line = text.slice(0, index).split('\n').length
    return { place: `${file}:${line}`, before: lines[line - 2] ?? '' }
  })
})

test('every hand-written statement has a comment that says why', () => {
  expect(statements.length).toBeGreaterThan(20)
  expect(statements.filter(({ before }) => !before.includes('// SQL: '))).toEqual([])
})
