import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** @returns MB of a process and its descendants; Linux counts shared pages once */
export function memoryOfTree(root: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const processes = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, rss = 0]) => ({ pid, parent, rss }))
  const inTree = new Set([root])
  for (let grown = true; grown; ) {
    const children = processes.filter(({ pid, parent }) => inTree.has(parent) && !inTree.has(pid))
    for (const { pid } of children) inTree.add(pid)
    grown = children.length > 0
  }
  const kilobytes = processes
    .filter(({ pid }) => inTree.has(pid))
    .map(({ pid, rss }) => proportionalSetSize(pid) ?? rss)
  return Math.round(kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024)
}

/** @returns the proportional set size in KB, on Linux */
function proportionalSetSize(pid: number): number | undefined {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** @returns the current and the peak resident set size, in MB */
export function memoryOf(pid: number): { current: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { current: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
