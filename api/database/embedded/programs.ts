import { spawn } from 'node:child_process'
import path from 'node:path'
import type { ClusterLocation } from './cluster-location.ts'

/** Runs a PostgreSQL program. Rejects with the last line of its error output if it fails. */
export type RunProgram = (
  program: 'initdb' | 'pg_ctl' | 'pg_basebackup',
  args: string[],
) => Promise<void>

export function programsOf(bin: string, { home, user }: ClusterLocation): RunProgram {
  return (program, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(path.join(bin, program), args, {
        ...user,
        cwd: home,
        // Pass no variables on: they contain secrets, and PGDATA would change the cluster.
        env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' },
        // Ctrl-C signals every process of the terminal, but the server must stop last.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let errorOutput = ''
      child.stderr.on('data', (chunk: Buffer) => {
        errorOutput += chunk
      })
      child.once('error', reject)
      // Not `close`: a started server keeps the pipe open.
      child.once('exit', (code) => {
        child.stderr.destroy()
        if (code === 0) resolve()
        else
          reject(
            new Error(
              errorOutput.trim().split('\n').at(-1) || `${program} ended with code ${code}`,
            ),
          )
      })
    })
}
