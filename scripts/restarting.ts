import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { environment, ROOT } from './run.ts'

/** Editors write a file in several steps, and several files at once. */
const SETTLED = 150

export interface Restarting {
  stop(): Promise<void>
}

/**
 * Runs a program of the project and starts it anew whenever a source in the folders changes, after the one before has ended in
 * order. (Node's own --watch does not wait, and it talks to the processes that the program starts.) One that fails is started
 * again after the next change.
 */
export function keepRunning(file: string, folders: string[], env: NodeJS.ProcessEnv): Restarting {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
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
      if (code) console.log('Waiting for a change …')
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
    turn = turn.then(end).then(start)
  }

  const watchers = folders.map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|graphql)$/.test(name) || /\.test\.ts$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(restart, SETTLED)
    }),
  )
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await turn
      await end()
    },
  }
}
