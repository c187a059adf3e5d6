import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
import { claimDatabase, noteFile, readNote } from './note.ts'

/** Where root keeps what the service user has to reach and cannot reach in the project or the data directory. */
export const SHARED_ROOT = '/var/lib/good-vibes'

/** PostgreSQL refuses to run as root, so root runs it as this user. */
export interface ServiceUser {
  uid: number
  gid: number
}

export interface Place {
  /** The folder of the cluster, its log and its password. */
  home: string
  user: ServiceUser | undefined
  /** Names the cluster in the note of its data directory, where it is elsewhere. */
  id?: string
}

/**
 * Prepares the place of a data directory's database. It is in the directory itself, unless root starts it and the service user cannot
 * get there: then it is under /var/lib, and a note in the directory names it. The caller holds the lock on the directory.
 * @param note receives a sentence about a place elsewhere
 * @throws OperatorError in a sentence for the operator
 */
export async function preparePlace(
  dataDir: string,
  note: (sentence: string) => void,
): Promise<Place> {
  const inside = path.join(dataDir, 'postgres')
  if (process.platform === 'win32' || process.getuid?.() !== 0)
    return { home: ownFolder(inside), user: undefined }

  const elsewhere = path.join(
    SHARED_ROOT,
    createHash('sha256').update(realpathSync(dataDir)).digest('hex'),
  )
  const noted = readNote(dataDir)
  if (noted && noted.folder !== elsewhere) {
    throw new OperatorError(
      `${dataDir} was moved, but its database is still in ${noted.folder}: move that to ${elsewhere} and write this path into the first line of ${noteFile(dataDir)}.`,
    )
  }
  const user = ownerOf(noted ? elsewhere : inside) ?? serviceUser()
  if (!noted) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    chownSync(inside, user.uid, user.gid)
    if (reaches(user, inside)) return { home: inside, user }
    rmdirSync(inside)
  }
  const id = await claimDatabase(dataDir, { home: elsewhere, user })
  mkdirSync(SHARED_ROOT, { recursive: true, mode: 0o755 })
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 })
  chownSync(elsewhere, user.uid, user.gid)
  note(
    `The database is in ${elsewhere}, because PostgreSQL does not run as root and its user cannot reach ${dataDir}.`,
  )
  return { home: elsewhere, user, id }
}

/** The folder that a data directory's database has for itself. */
export function homeOf(dataDir: string): string {
  return readNote(dataDir)?.folder ?? path.join(dataDir, 'postgres')
}

/** The folder on whose disk a data directory's database is. */
export function databaseFolder(dataDir: string): string {
  const known = folders.get(dataDir)
  if (known) return known
  const folder = readNote(dataDir)?.folder ?? dataDir
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

/** A cluster can only be run by whoever made it. */
function ownerOf(home: string): ServiceUser | undefined {
  const cluster = statSync(path.join(home, 'data'), { throwIfNoEntry: false })
  return cluster && { uid: cluster.uid, gid: cluster.gid }
}

/** Whoever PostgreSQL runs as when root starts it. */
export function serviceUser(): ServiceUser {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user here.
    }
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Start as another user or set DATABASE_URL.',
  )
}

function reaches(user: ServiceUser, folder: string): boolean {
  try {
    execFileSync('test', ['-w', folder, '-a', '-x', folder], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
