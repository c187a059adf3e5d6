import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { emptyDataDir } from '../e2e/server.ts'

const MEGABYTE = 1_000_000

/** A disk of its own for a test, that can be filled. */
export interface SmallDisk {
  /** An empty folder on it. */
  dataDir: string
  /** Fills it, up to so many megabytes. */
  fill(left: number): void
  empty(): void
  /** Takes it away with all that is on it. */
  end(): void
}

/** @returns null where file systems cannot be mounted: that takes Linux and root */
export function smallDisk(megabytes: number): SmallDisk | null {
  const place = emptyDataDir()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(place, { recursive: true })
    return null
  }
  const dataDir = path.join(place, 'data')
  const filling = path.join(place, 'filling')
  mkdirSync(dataDir, { mode: 0o755 })
  return {
    dataDir,
    fill(left) {
      rmSync(filling, { force: true })
      const file = openSync(filling, 'w')
      try {
        const noise = Buffer.alloc(MEGABYTE, 'x')
        while (freeMegabytes(place) > left || left === 0) writeSync(file, noise)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filling, { force: true }),
    end() {
      execFileSync('umount', ['--lazy', place])
      rmSync(place, { recursive: true })
    },
  }
}

function freeMegabytes(place: string): number {
  const { bavail, bsize } = statfsSync(place)
  return (bavail * bsize) / MEGABYTE
}
