import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { createFile } from '#api/lib/files.ts'
import { freeSpace } from '#api/lib/free-space.ts'

const MEGABYTE = 1_000_000
/**
 * The database can recover on a full disk with three files of its write-ahead log.
 * Below the free space at which changes are rejected: see `limits/disk-space.ts`.
 */
const BALLAST_BYTES = 50 * MEGABYTE
const CHUNK_BYTES = MEGABYTE
/** With less free space, the ballast file is deleted. */
const RELEASE_BELOW_BYTES = 16 * MEGABYTE
/** With more free space, the ballast file is created again. */
const CREATE_ABOVE_BYTES = 300 * MEGABYTE
const CHECK_INTERVAL_MS = 1_000

const ballastFile = (home: string) => path.join(home, 'reserve')

export async function isDiskFull(home: string): Promise<boolean> {
  return (await freeSpace(home)) < RELEASE_BELOW_BYTES
}

/**
 * Deletes the ballast file, so that the database can use its space.
 * @returns whether there was a file
 */
export function releaseBallast(home: string): boolean {
  if (!existsSync(ballastFile(home))) return false
  rmSync(ballastFile(home))
  return true
}

/** Keeps a ballast file on the database's disk, and deletes it when the disk is full. */
export function maintainBallast(home: string, log: Logger): { stop(): Promise<void> } {
  let checking = Promise.resolve()
  const check = async () => {
    if (await isDiskFull(home)) {
      if (releaseBallast(home))
        log.error(
          `The disk of ${home} is full, so changes are rejected. The database uses its reserved space now; free some space.`,
        )
    } else if (!existsSync(ballastFile(home)) && (await freeSpace(home)) > CREATE_ABOVE_BYTES)
      await createBallast(home)
  }
  const timer = setInterval(() => {
    checking = checking
      .then(check)
      .catch((err: unknown) => log.warn({ err }, 'The reserved disk space could not be checked'))
  }, CHECK_INTERVAL_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return checking
    },
  }
}

/** Random bytes, which no file system compresses. */
async function createBallast(home: string): Promise<void> {
  const unfinished = `${ballastFile(home)}.part`
  // As root, this runs in a folder of the database's user.
  const file = await createFile(unfinished, 0o600)
  try {
    const chunk = randomBytes(CHUNK_BYTES)
    for (let written = 0; written < BALLAST_BYTES; written += CHUNK_BYTES) await file.write(chunk)
    await file.close()
    await rename(unfinished, ballastFile(home))
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}
