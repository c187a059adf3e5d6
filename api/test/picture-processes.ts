import { readdirSync, readFileSync } from 'node:fs'

/** The ids of this process's children that decode pictures. Linux only. */
export function pictureProcesses(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const parent = Number(
        /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      )
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      // A zombie has an empty command line.
      return parent === process.pid && (command === '' || command.includes('picture.process'))
    } catch {
      return false
    }
  })
}

/** The peak memory of a process in bytes; 0 if it has exited. Linux only. */
export function peakMemoryBytes(pid: number): number {
  try {
    return (
      Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) *
      1024
    )
  } catch {
    return 0
  }
}
