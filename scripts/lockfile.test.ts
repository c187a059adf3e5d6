import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

interface LockedPackage {
  optionalDependencies?: Record<string, string>
}

const LOCKFILE = 'package-lock.json'
const contentOf = (file: string, folder = ROOT) => readFileSync(path.join(folder, file), 'utf8')
const packages: Record<string, LockedPackage> = JSON.parse(contentOf(LOCKFILE)).packages

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

// Offline, so it fails for a package that is not locked.
test('npm install leaves the lockfile as it is', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-lockfile-'))
  try {
    const files = ['package.json', LOCKFILE, '.npmrc']
    for (const file of files) copyFileSync(path.join(ROOT, file), path.join(folder, file))
    const args = ['install', '--package-lock-only', '--offline', '--ignore-scripts']
    execFileSync('npm', args, { cwd: folder, stdio: 'pipe' })
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted())
    for (const file of files) expect(contentOf(file, folder)).toBe(contentOf(file))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
