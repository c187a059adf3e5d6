import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The memory of a process and all that it has started, in whole MB. Shared pages are counted once where the system tells. */
export function memoryOfTree(root: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const processes = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, rss = 0]) => ({ pid, parent, rss }))
  const inTree = new Set([root])
  for (let grown = true; grown; ) {
    const found = processes.filter(({ pid, parent }) => inTree.has(parent) && !inTree.has(pid))
    for (const { pid } of found) inTree.add(pid)
    grown = found.length > 0
  }
  const kilobytes = processes
    .filter(({ pid }) => inTree.has(pid))
    .map(({ pid, rss }) => shareOf(pid) ?? rss)
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024)
}

/** Linux tells each process's share of the pages that several have, in KB. */
function shareOf(pid: number): number | undefined {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** What a process has in memory, and the most that it ever had, in whole MB; pages that it shares with others are counted whole. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
