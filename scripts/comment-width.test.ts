import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const WIDTH = 100
const FOLDERS = '{api,bench,demo,e2e,rules,scripts,torture,web}'
const PATTERNS = ['*.ts', `${FOLDERS}/**/*.{ts,tsx}`, 'api/database/functions/*.sql']
const COMMENT = /^\s*(\/\/|\/?\*|--|\{\/\*)/
const isGenerated = (file: string) =>
  /(^|\/)(generated|node_modules|dist)(\/|$)|\.generated\./.test(file)

// The formatter wraps code, but no comments.
test(`no line of a comment is wider than ${WIDTH} columns`, () => {
  const files = globSync(PATTERNS, { cwd: ROOT, exclude: isGenerated })
  expect(files.length).toBeGreaterThan(500)
  const wide = files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => line.length > WIDTH && COMMENT.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(wide).toEqual([])
})
