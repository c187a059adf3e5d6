import { spawn } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')

export interface Result {
  code: number
  /** What the command wrote to both of its outputs. */
  output: string
}

/** Whatever is started finds the project's own programs first, and with them the Node that the project pins. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const bin = path.join(ROOT, 'node_modules', '.bin')
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...more }
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  /** Whether what it writes is shown as it comes. */
  show?: boolean
  /** Asks it to end, as Ctrl-C does. */
  signal?: AbortSignal
}

/** Runs a program of node_modules/.bin or of the system in the project's folder. */
export function run(
  command: string,
  args: string[] = [],
  { env, show, signal }: RunOptions = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true })
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

/** Runs a program that has to succeed; when it does not, its output is in the error. */
export async function must(command: string, args: string[] = []): Promise<void> {
  const { code, output } = await run(command, args)
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed:\n${output.trim()}`)
}
