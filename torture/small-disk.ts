import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { emptyDataDir } from '../e2e/server.ts'

const MB_BYTES = 1_000_000

/** A small file system for a test. */
export interface SmallDisk {
  /** An empty folder on the disk. */
  dataDir: string
  /** Leaves this number of megabytes free. */
  fill(freeMb: number): void
  empty(): void
  /** Deletes everything on the disk. */
  unmount(): void
}

/** @returns null where file systems cannot be mounted, which needs Linux and root */
export function smallDisk(megabytes: number): SmallDisk | null {
  const mountPoint = emptyDataDir()
  try {
    execFileSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mountPoint],
      {
        stdio: 'ignore',
      },
    )
  } catch {
    rmSync(mountPoint, { recursive: true })
    return null
  }
  const dataDir = path.join(mountPoint, 'data')
  const filler = path.join(mountPoint, 'filler')
  mkdirSync(dataDir, { mode: 0o755 })
  return {
    dataDir,
    fill(freeMb) {
      rmSync(filler, { force: true })
      const file = openSync(filler, 'w')
      try {
        const block = Buffer.alloc(MB_BYTES, 'x')
        while (freeMegabytes(mountPoint) > freeMb || freeMb === 0) writeSync(file, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['--lazy', mountPoint])
      rmSync(mountPoint, { recursive: true })
    },
  }
}

function freeMegabytes(mountPoint: string): number {
  const { bavail, bsize } = statfsSync(mountPoint)
  return (bavail * bsize) / MB_BYTES
}
