import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

interface LockedPackage {
  optionalDependencies?: Record<string, string>
}

const lockfile = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')
const packages: Record<string, LockedPackage> = JSON.parse(lockfile).packages

// npm ci, which the Dockerfile runs, rejects a lockfile without them.
test('the lockfile has the binaries of every platform', () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`${folder}/node_modules/${name}` in packages || `node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})
