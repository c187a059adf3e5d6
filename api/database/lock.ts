import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureFolder } from '#api/lib/files.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

const SQLITE_BUSY = 5
/** What nobody refers to is swept away, and its lock with it; a lock lasts until it is released. */
const held = new Set<DatabaseSync>()

export interface DataLock {
  /** Tells whoever is refused where the holder answers. */
  announce(address: string): void
  release(): void
}

/**
 * The lock on a data directory, which the kernel takes back when the process ends in whatever way: an open transaction
 * on a small SQLite file, because Node has no lock on files of its own. The directory is made if it is missing.
 * @param patience how long to wait for it, in milliseconds
 * @returns null when another process holds it
 * @throws OperatorError when the directory cannot be used
 */
export function tryLock(dataDir: string, patience = 0): DataLock | null {
  const owner = ownerFile(dataDir)
  try {
    ensureFolder(dataDir)
    const file = new DatabaseSync(path.join(dataDir, 'lock.sqlite'), { timeout: patience })
    try {
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (error) {
      file.close()
      if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
      throw error
    }
    const announce = (address: string) =>
      writeFileSync(owner, JSON.stringify({ pid: process.pid, address }))
    announce('')
    held.add(file)
    return {
      announce,
      release() {
        rmSync(owner, { force: true })
        file.close()
        held.delete(file)
      },
    }
  } catch (error) {
    throw new OperatorError(
      `The data directory ${dataDir} cannot be used: ${(error as Error).message}.`,
    )
  }
}

/** @throws OperatorError that says who uses the directory, when another process does */
export function lockDataDir(dataDir: string): DataLock {
  const lock = tryLock(dataDir)
  if (!lock) throw new OperatorError(`The data directory ${dataDir} is in use${holder(dataDir)}.`)
  return lock
}

function holder(dataDir: string): string {
  try {
    const { pid, address } = JSON.parse(readFileSync(ownerFile(dataDir), 'utf8')) as {
      pid: number
      address: string
    }
    return ` by process ${pid}${address && `, which answers at ${address}`}`
  } catch {
    return ' by another process'
  }
}

function ownerFile(dataDir: string): string {
  return path.join(dataDir, 'lock-owner.json')
}
