import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const STATEMENT = /(?:\.rows|\$queryRaw|\$executeRaw)(?:<[^`]*>)?`/
const files = globSync('api/features/**/*.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts'),
)

test('every hand-written statement has a comment that says why', () => {
  const undocumented = files.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n')
    return lines.flatMap((line, index) =>
      STATEMENT.test(line) && !lines[index - 1]?.includes('// SQL: ') ? `${file}:${index + 1}` : [],
    )
  })
  expect(undocumented).toEqual([])
  expect(files.some((file) => STATEMENT.test(readFileSync(path.join(ROOT, file), 'utf8')))).toBe(
    true,
  )
})
