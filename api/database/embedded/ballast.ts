import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { freeSpace } from '#api/lib/free-space.ts'

const MEGABYTE = 1_000_000
/**
 * Bytes that are kept from others on the database's disk: three files of its log, so that it can recover when it could not write
 * there, and accept connections, which takes some room as well. It is less than what changes are refused for.
 */
const RESERVE = 50 * MEGABYTE
const CHUNK = MEGABYTE
/** With fewer bytes free, the database is given the reserve. */
const STARVING = 16 * MEGABYTE
/** With so many, it is set aside again. */
const PLENTY = 300 * MEGABYTE
const BETWEEN_LOOKS = 1_000

const reserveOf = (home: string) => path.join(home, 'reserve')

/** Whether the disk of the database is as good as full. */
export async function isStarving(home: string): Promise<boolean> {
  return (await freeSpace(home)) < STARVING
}

/**
 * Gives the database what was kept for it.
 * @returns whether there was anything to give
 */
export function giveReserve(home: string): boolean {
  if (!existsSync(reserveOf(home))) return false
  rmSync(reserveOf(home))
  return true
}

/** Keeps some room for the database, gives it away when the disk is full, and takes it back when there is plenty. */
export function watchRoom(home: string, log: Logger): { stop(): Promise<void> } {
  let looking = Promise.resolve()
  const look = async () => {
    if (await isStarving(home)) {
      if (giveReserve(home))
        log.error(
          `The disk of ${home} is full: changes are refused, and the database has what was kept for it. Make room.`,
        )
    } else if (!existsSync(reserveOf(home)) && (await freeSpace(home)) > PLENTY)
      await setAside(home)
  }
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((err: unknown) => log.warn({ err }, 'The room on the disk could not be looked after'))
  }, BETWEEN_LOOKS).unref()
  return {
    stop() {
      clearInterval(timer)
      return looking
    },
  }
}

/** Noise, which no file system makes smaller. */
async function setAside(home: string): Promise<void> {
  const unfinished = `${reserveOf(home)}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    const noise = randomBytes(CHUNK)
    for (let written = 0; written < RESERVE; written += CHUNK) await file.write(noise)
    await file.close()
    await rename(unfinished, reserveOf(home))
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}
