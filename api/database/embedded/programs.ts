import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Place } from './place.ts'

/** Runs one of PostgreSQL's programs to its end; the error of one that fails has its last words. */
export type RunProgram = (
  program: 'initdb' | 'pg_ctl' | 'pg_basebackup',
  args: string[],
) => Promise<void>

export function programsOf(bin: string, { home, user }: Place): RunProgram {
  return (program, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(path.join(bin, program), args, {
        ...user,
        cwd: home,
        // No variable of ours goes there: neither secrets nor a PGDATA that would lead it elsewhere.
        env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' },
        // Ctrl-C reaches every process of the terminal; these are ended by us, in order.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk
      })
      child.once('error', reject)
      // Not `close`: a server that was started keeps the pipe open.
      child.once('exit', (code) => {
        child.stderr.destroy()
        if (code === 0) resolve()
        else
          reject(new Error(said.trim().split('\n').at(-1) || `${program} ended with code ${code}`))
      })
    })
}
