import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Picture } from '#api/features/media/picture.ts'

const PROGRAM = fileURLToPath(new URL('paint.process.ts', import.meta.url))

/** Makes pictures of drawings (SVG), each under its drawing, in a process of its own. The same drawing gives the same picture. */
export async function paint(drawings: readonly string[]): Promise<Map<string, Picture>> {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The demo pictures could not be painted (code ${code})`)),
  )
  gone.catch(() => {}) // it leaves once it has answered
  child.send(drawings)
  const [pictures] = (await Promise.race([once(child, 'message'), gone])) as [Picture[]]
  return new Map(pictures.map((picture, index) => [drawings[index] as string, picture]))
}
