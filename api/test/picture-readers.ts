import { readdirSync, readFileSync } from 'node:fs'

/** The processes that read pictures for this one. Linux alone. */
export function pictureReaders(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const parent = Number(
        /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      )
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      // One that ended and is not yet waited for has no command.
      return parent === process.pid && (command === '' || command.includes('picture.process'))
    } catch {
      return false
    }
  })
}

/** Bytes of memory that a process had at most so far; 0 when it has ended. Linux alone. */
export function peakMemory(pid: number): number {
  try {
    return (
      Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) *
      1024
    )
  } catch {
    return 0
  }
}
