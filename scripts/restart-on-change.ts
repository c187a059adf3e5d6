import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { environment, ROOT } from './run.ts'

/** Editors write a file in several steps, and several files at once. */
const DEBOUNCE_MS = 150

interface RestartingProcess {
  stop(): Promise<void>
}

/**
 * Restarts a program whenever a source in the folders changes, after the previous run has ended.
 * Node's --watch does not wait for that, and sends messages to the program's child processes.
 */
export function runWithRestart(
  file: string,
  folders: string[],
  env: NodeJS.ProcessEnv,
): RestartingProcess {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()
  let stopped = false

  const start = () => {
    if (stopped) return
    const started = spawn(process.execPath, [file], {
      cwd: ROOT,
      env: environment(env),
      stdio: 'inherit',
    })
    child = started
    started.once('exit', (code) => {
      if (child !== started) return
      child = undefined
      if (code) console.log('Waiting for a change before restarting …')
    })
  }
  const end = async () => {
    const ending = child
    child = undefined
    if (!ending) return
    ending.kill('SIGTERM')
    await once(ending, 'exit')
  }
  const restart = () => {
    restarting = restarting.then(end).then(start)
  }

  const watchers = folders.map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|graphql)$/.test(name) || /\.test\.ts$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(restart, DEBOUNCE_MS)
    }),
  )
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await restarting
      await end()
    },
  }
}
