import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureFolder } from '#api/lib/files.ts'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'

const SQLITE_BUSY = 5
const DISK_FULL = ['ENOSPC', 'EDQUOT']
/** References keep held locks from being garbage-collected, which would release them. */
const heldLocks = new Set<DatabaseSync>()

export interface DataLock {
  /**
   * Stores the server's URL, which a process that cannot get the lock shows in its error.
   * Has no effect on a full disk.
   */
  announce(address: string): void
  release(): void
}

/**
 * Locks a data directory, which it creates if necessary. Node has no file locks, so the lock is an
 * open transaction on a SQLite file. The kernel releases it when the process dies.
 * @returns null when another process holds the lock
 * @throws OperatorError when the directory cannot be used
 */
export function tryLock(dataDir: string, timeoutMs = 0): DataLock | null {
  const owner = ownerFile(dataDir)
  try {
    ensureFolder(dataDir)
    const file = new DatabaseSync(path.join(dataDir, 'lock.sqlite'), { timeout: timeoutMs })
    try {
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (error) {
      file.close()
      if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
      throw error
    }
    const announce = (address: string) =>
      unlessDiskFull(() => writeFileSync(owner, JSON.stringify({ pid: process.pid, address })))
    announce('')
    heldLocks.add(file)
    return {
      announce,
      release() {
        rmSync(owner, { force: true })
        file.close()
        heldLocks.delete(file)
      },
    }
  } catch (error) {
    throw new OperatorError(
      `The data directory ${dataDir} (DATA_DIR) cannot be used: ${(error as Error).message}.`,
    )
  }
}

/** @throws OperatorError naming the process and its URL when another process holds the lock */
export function lockDataDir(dataDir: string): DataLock {
  const lock = tryLock(dataDir)
  if (!lock) throw new OperatorError(`The data directory ${dataDir} is in use${holderOf(dataDir)}.`)
  return lock
}

/** The lock holds without its file, and a start has to reach the point where it frees space. */
function unlessDiskFull(write: () => void) {
  try {
    write()
  } catch (error) {
    if (!DISK_FULL.includes(codeOf(error) ?? '')) throw error
  }
}

function holderOf(dataDir: string): string {
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
