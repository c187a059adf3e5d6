import type { RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import pino from 'pino'
import { expect } from 'vitest'
import { createLoadShedding } from '#api/http/load-shedding.ts'
import { createHttpServer } from '#api/http/server.ts'
import type { Settings } from '#api/settings/settings.ts'
import { afterwards } from './afterwards.ts'

/** A server that keeps every request waiting until it is told to answer. */
export async function slowServer() {
  const held: ServerResponse[] = []
  const logged: string[] = []
  const app: RequestListener = (_req, res) => held.push(res)
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) })
  const server = createHttpServer(
    createLoadShedding(app, { publicUrl: 'http://localhost' } as Settings, log),
  )
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  afterwards(() => {
    server.closeAllConnections()
    server.close()
  })
  const begin = (text: string) => {
    const socket = connect(port, 'localhost', () => socket.write(text)).on('error', () => {})
    afterwards(() => socket.destroy())
    return socket
  }
  return {
    url,
    held,
    logged,
    ask: (path = '/api/posts', request: RequestInit = {}) => fetch(url + path, request),
    /** Sends so many requests, and resolves when all of them are there. */
    async hold(count: number) {
      const before = held.length
      const answers = Array.from({ length: count }, () => fetch(url))
      // Those that nobody waits for are broken off at the end.
      for (const answer of answers) answer.catch(() => {})
      await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + count)
      return answers
    },
    answerAll: () => {
      for (const res of held.splice(0)) res.end('done')
    },
    /** Sends a text on a connection of its own. */
    begin,
    /** Sends a text and nothing more. Resolves when the server hangs up. */
    slowly: (text: string) =>
      new Promise<string>((resolve) => {
        let answer = ''
        const socket = begin(text)
        socket.on('data', (chunk) => {
          answer += chunk
        })
        socket.on('close', () => resolve(answer))
      }),
  }
}
