import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Picture } from '#api/features/media/picture.ts'

const PROGRAM = fileURLToPath(new URL('paint.process.ts', import.meta.url))

/** Renders SVG drawings in a child process. Returns the pictures by their drawing. */
export async function paint(drawings: readonly string[]): Promise<Map<string, Picture>> {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`Rendering the demo pictures failed with code ${code}`)),
  )
  exited.catch(() => {}) // It also exits after it has sent the pictures.
  child.send(drawings)
  const [pictures] = (await Promise.race([once(child, 'message'), exited])) as [Picture[]]
  return new Map(pictures.map((picture, index) => [drawings[index] as string, picture]))
}
