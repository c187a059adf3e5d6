import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

test.each(['api/features/**/*.schema.ts', 'web/pages/*/*Page.tsx'])(
  'every folder with %s has a test',
  (pattern) => {
    const folders = globSync(pattern, { cwd: ROOT }).map((file) => path.dirname(file))
    expect(folders.length).toBeGreaterThan(3)
    const untested = folders.filter(
      (folder) => globSync(`${folder}/*.test.{ts,tsx}`, { cwd: ROOT }).length === 0,
    )
    expect(untested).toEqual([])
  },
)
