import { spawn } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { shape } from '#api/settings/shapes.ts'
import { createDataFolder } from '#api/test/database/data-folder.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { environment, ROOT } from '../scripts/run.ts'

const READY = /^Good Vibes is ready at (\S+)$/m

export interface Product {
  /** Without a trailing slash. */
  url: string
  dataDir: string
  /** Of the `npm start` process. */
  pid: number
  /** stdout and stderr so far. */
  output(): string
  /** Sends SIGTERM to the `npm start` process alone. Idempotent. @returns its exit code */
  stop(): Promise<number | null>
}

/** A new data directory that the embedded database's user can access. */
export function emptyDataDir(): string {
  const folder = createDataFolder('good-vibes-data-')
  chmodSync(folder, 0o755)
  return folder
}

/** The environment with only the given settings; others are unset, even if `.env` sets them. */
export function isolatedEnvironment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment({
    ...Object.fromEntries([...Object.keys(shape), 'NODE_ENV'].map((name) => [name, ''])),
    ...settings,
  })
}

/**
 * Runs `npm start` on a free port. Without `DATA_DIR`, it uses a temporary one and deletes it.
 * @throws Error with the output if the process exits before it is ready
 */
export async function startProduct(
  settings: NodeJS.ProcessEnv = {},
  { command, cwd }: { command: [string, ...string[]]; cwd: string } = {
    command: ['npm', 'start'],
    cwd: ROOT,
  },
): Promise<Product> {
  const [program, ...args] = command
  const port = String(await freePort())
  const dataDir = settings.DATA_DIR ?? emptyDataDir()
  const child = spawn(program, args, {
    cwd,
    env: isolatedEnvironment({ PORT: port, DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  // A test process that exits early must not leave the server running.
  const killChild = () => void child.kill('SIGTERM')
  process.once('exit', killChild)
  void exited.then(() => process.off('exit', killChild))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const ready = READY.exec(output)?.[1]
      if (ready) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => reject(new Error(`The server exited before it was ready:\n${output}`)))
  })
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
