import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RequestHandler } from 'express'

export interface Graphiql {
  /** HTML, compressed by gzip. */
  page: Uint8Array
  policy: string
}

const PROGRAM = fileURLToPath(new URL('graphiql.process.ts', import.meta.url))

/** The page for trying operations, which a browser gets at the same address. All of it comes from this host. */
export function createGraphiql(): RequestHandler {
  let made: Promise<Graphiql> | undefined
  return async (req, res) => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const { page, policy } = await made
    // Large, and the same for everybody: a browser keeps it and asks whether it still stands.
    res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).vary('Accept').type('html')
    res.vary('Accept-Encoding')
    if (req.acceptsEncodings('gzip')) res.set('Content-Encoding', 'gzip').send(Buffer.from(page))
    else res.send(await promisify(gunzip)(page))
  }
}

async function make(): Promise<Graphiql> {
  const child = fork(PROGRAM, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`GraphiQL's page could not be made (code ${code})`)))
  gone.catch(() => {}) // it leaves once it has answered
  const [made] = (await Promise.race([once(child, 'message'), gone])) as [Graphiql]
  return made
}
