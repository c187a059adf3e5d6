import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY_DISK = '/dev/shm'
/** Of tmpfs, from linux/magic.h. */
const TMPFS = 0x01021994
const MIN_FREE_BYTES = 4e9

/** A new folder for the data of a database, on a memory disk with room if there is one. */
export function createDataFolder(prefix: string): string {
  return mkdtempSync(path.join(hasMemoryDisk() ? MEMORY_DISK : tmpdir(), prefix))
}

function hasMemoryDisk(): boolean {
  if (!existsSync(MEMORY_DISK)) return false
  const { type, bavail, bsize } = statfsSync(MEMORY_DISK)
  return type === TMPFS && bavail * bsize >= MIN_FREE_BYTES
}
