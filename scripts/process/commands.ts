import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isolatedEnvironment } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs one of the project's commands (a file and its arguments) to its end. */
export function runCommand(
  args: string[],
  settings: NodeJS.ProcessEnv,
  input = '',
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/entry.js', ...args], {
      cwd: ROOT,
      env: isolatedEnvironment(settings),
    })
    const ended: Ended = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      ended.stdout += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      ended.stderr += chunk
    })
    child.once('close', (code) => resolve({ ...ended, code }))
    child.stdin.end(input)
  })
}

/** The command lines of all processes that name a data directory. */
export function processesOn(dataDir: string): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return all.filter((line) => line.includes(dataDir))
}

/** The process that holds a data directory: the server itself, not the npm before it. */
export function holderOf(dataDir: string): number {
  return (
    JSON.parse(readFileSync(path.join(dataDir, 'lock-owner.json'), 'utf8')) as { pid: number }
  ).pid
}

/** The processes that answer requests, where a server has started some for that. */
export function workersOf(dataDir: string): number[] {
  const holder = holderOf(dataDir)
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return rows
    .filter(
      (row) => row.endsWith('workers/worker.ts') && Number(row.trim().split(/\s+/)[1]) === holder,
    )
    .map((row) => Number.parseInt(row, 10))
}

/** The process of a data directory's database. */
export function postmasterOf(dataDir: string): number {
  return Number(
    readFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
}

/** Whether a process still runs; one that has ended and that nobody has asked about yet does not. */
export function isAlive(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return status === 0 && !stdout.startsWith('Z')
}
