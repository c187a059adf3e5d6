import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

interface Options {
  env: NodeJS.ProcessEnv
  /** Arguments of Node.js. */
  args?: readonly string[]
}

/**
 * Runs a file of this folder in a child process, and waits until it prints "ready".
 * @returns a function that stops it
 * @throws Error when it exits before
 */
export async function startReady(
  file: string,
  { env, args = [] }: Options,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [...args, path.join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => String(text).includes('ready') && resolve())
  })
  await Promise.race([
    ready,
    ended.then(([code]) => Promise.reject(new Error(`${file} exited with ${code}`))),
  ])
  return async () => {
    child.kill()
    await ended
  }
}
