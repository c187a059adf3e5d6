import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isolatedEnvironment } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a file of the project with arguments, and resolves when it exits. */
export function runCommand(
  args: string[],
  settings: NodeJS.ProcessEnv,
  input = '',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/entry.js', ...args], {
      cwd: ROOT,
      env: isolatedEnvironment(settings),
    })
    const result: CommandResult = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      result.stdout += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      result.stderr += chunk
    })
    child.once('close', (code) => resolve({ ...result, code }))
    child.stdin.end(input)
  })
}

/** Runs the operator's command. */
export const runCli = (
  args: string[],
  settings: NodeJS.ProcessEnv,
  input?: string,
): Promise<CommandResult> => runCommand(['api/ops/cli/main.ts', ...args], settings, input)

/** The command lines of all processes that mention a data directory. */
export function processesOn(dataDir: string): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return all.filter((line) => line.includes(dataDir))
}

/** The id of the server process that locks a data directory, not of npm. */
export function holderOf(dataDir: string): number {
  return (
    JSON.parse(readFileSync(path.join(dataDir, 'lock-owner.json'), 'utf8')) as { pid: number }
  ).pid
}

/** The ids of the server's worker processes. */
export function workersOf(dataDir: string): number[] {
  const holder = holderOf(dataDir)
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return rows
    .filter(
      (row) => row.endsWith('workers/worker.ts') && Number(row.trim().split(/\s+/)[1]) === holder,
    )
    .map((row) => Number.parseInt(row, 10))
}

/** The process id of a data directory's PostgreSQL server. */
export const postmasterOf = (dataDir: string): number =>
  postmasterIn(path.join(dataDir, 'postgres'))

/** The process id of the PostgreSQL server whose files are in a folder. */
export function postmasterIn(folder: string): number {
  return Number.parseInt(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)
}

/** Whether a process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  return /^[^Z]/.test(processState(pid))
}

/** The state in the form of `ps`: T is stopped, Z a zombie. Empty when there is no such process. */
export function processState(pid: number): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}
