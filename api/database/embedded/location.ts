import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  realpathSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { ClusterLocation, ServiceUser } from './cluster-location.ts'
import { claimDatabase, pointerFile, readPointer } from './pointer-file.ts'

/** For files that the service user cannot reach in the project or the data directory. */
export const SHARED_ROOT = '/var/lib/good-vibes'

/**
 * Prepares the folder of a data directory's database: inside it, or under /var/lib if the service
 * user cannot reach the data directory. The caller holds the lock on the data directory.
 * @param onNote receives a sentence about a folder outside the data directory
 * @throws OperatorError when the folder cannot be used
 */
export async function prepareLocation(
  dataDir: string,
  onNote: (sentence: string) => void,
): Promise<ClusterLocation> {
  const inside = path.join(dataDir, 'postgres')
  if (process.platform === 'win32' || process.getuid?.() !== 0)
    return { home: ownFolder(inside), user: undefined }

  const outside = path.join(SHARED_ROOT, hash('sha256', realpathSync(dataDir), 'hex'))
  const pointer = readPointer(dataDir)
  if (pointer && pointer.folder !== outside) {
    throw new OperatorError(
      `${dataDir} was moved, but its database is still in ${pointer.folder}: move that to ${outside} and write this path into the first line of ${pointerFile(dataDir)}.`,
    )
  }
  const user = ownerOf(pointer ? outside : inside) ?? serviceUser()
  if (!pointer) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    chownSync(inside, user.uid, user.gid)
    if (canAccess(user, inside)) return { home: inside, user }
    rmdirSync(inside)
  }
  const id = await claimDatabase(dataDir, { home: outside, user })
  mkdirSync(SHARED_ROOT, { recursive: true, mode: 0o755 })
  mkdirSync(outside, { recursive: true, mode: 0o700 })
  chownSync(outside, user.uid, user.gid)
  onNote(
    `The database is in ${outside}, because PostgreSQL does not run as root and its user cannot reach ${dataDir}.`,
  )
  return { home: outside, user, id }
}

/** The folder of a data directory's embedded database. */
export function homeOf(dataDir: string): string {
  return readPointer(dataDir)?.folder ?? path.join(dataDir, 'postgres')
}

/** A folder on the same disk as a data directory's embedded database. Cached. */
export function databaseFolder(dataDir: string): string {
  const cached = folders.get(dataDir)
  if (cached) return cached
  const folder = readPointer(dataDir)?.folder ?? dataDir
  folders.set(dataDir, folder)
  return folder
}

const folders = new Map<string, string>()

function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new OperatorError(
      `The embedded database in ${folder} belongs to another user; start as that user.`,
    )
  }
  return folder
}

/** Only the user that created a cluster can run it. */
function ownerOf(home: string): ServiceUser | undefined {
  const cluster = statSync(path.join(home, 'data'), { throwIfNoEntry: false })
  return cluster && { uid: cluster.uid, gid: cluster.gid }
}

/** @throws OperatorError when the system has no suitable user */
export function serviceUser(): ServiceUser {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This system has no such user.
    }
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Start as another user or set DATABASE_URL.',
  )
}

function canAccess(user: ServiceUser, folder: string): boolean {
  try {
    execFileSync('test', ['-w', folder, '-a', '-x', folder], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
