import { spawn } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')

export interface Result {
  code: number
  /** The command's stdout and stderr. */
  output: string
}

/** The environment of child processes; PATH starts with the project's programs and its Node. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const bin = path.join(ROOT, 'node_modules', '.bin')
  const { NO_COLOR, PATH = '' } = process.env
  return {
    ...process.env,
    // Node warns on stderr if both are set, as Playwright does for its workers.
    ...(NO_COLOR !== undefined && { FORCE_COLOR: undefined }),
    PATH: `${bin}${path.delimiter}${PATH}`,
    ...more,
  }
}

export interface RunOptions {
  /** The default is the project's root. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Whether the output is also written to the terminal. */
  show?: boolean
  /** Sends SIGINT when aborted, and SIGKILL if that does not end the program. */
  signal?: AbortSignal
}

const KILL_DELAY_MS = 60_000

/** Runs a program of node_modules/.bin or PATH. */
export function run(
  command: string,
  args: string[] = [],
  { cwd = ROOT, env, show, signal }: RunOptions = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = () => {
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS).unref()
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
    let output = ''
    const read = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk
      if (show) to.write(chunk)
    }
    child.stdout.on('data', read(process.stdout))
    child.stderr.on('data', read(process.stderr))
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @throws Error with the program's output when it fails */
export async function runOrThrow(
  command: string,
  args: string[] = [],
  options: RunOptions = {},
): Promise<void> {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed:\n${output.trim()}`)
}
