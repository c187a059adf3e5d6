import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** The ids of this process's children that decode pictures. Linux only. */
export function pictureProcesses(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const parent = Number(fieldOf(pid, 'PPid'))
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
    return Number.parseInt(fieldOf(pid, 'VmHWM') ?? '0', 10) * 1024
  } catch {
    return 0
  }
}

/** Ends the processes that earlier tests left idle. Linux only. */
export async function killPictureProcesses(): Promise<void> {
  for (const pid of pictureProcesses()) process.kill(pid, 'SIGKILL')
  await expect.poll(pictureProcesses).toEqual([])
}

/**
 * Sends a signal and waits until it has taken effect. Blocks this process, which therefore does not
 * notice it before the caller's next `await`. Linux only.
 */
export function signalUnnoticed(pid: number, signal: 'SIGKILL' | 'SIGSTOP'): void {
  process.kill(pid, signal)
  const state = signal === 'SIGKILL' ? 'Z' : 'T'
  while (!fieldOf(pid, 'State')?.startsWith(state));
}

/** @throws Error if the process does not exist */
function fieldOf(pid: number, name: string): string | undefined {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return new RegExp(`^${name}:\\s*(.+)`, 'm').exec(status)?.[1]
}
