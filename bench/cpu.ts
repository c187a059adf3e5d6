import { readdirSync, readFileSync } from 'node:fs'

export const TICKS_PER_SECOND = 100

/** @returns the ids of a process and its descendants */
export function processTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }))
  const tree = [root]
  for (const pid of tree)
    tree.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return tree
}

/** @returns NaN when the process has exited */
export const parentOf = (pid: number): number => Number(readStat(pid)[1])

/** The CPU seconds that a process has used, with those of its children that have ended. */
export function cpuSeconds(pid: number): number {
  const ticks = readStat(pid).slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
}

/** @returns the fields of /proc/PID/stat after the name; empty when the process has exited */
function readStat(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
