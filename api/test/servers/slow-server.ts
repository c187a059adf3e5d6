import type { RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { admitBody, reserveBody } from '#api/admission/bodies.ts'
import { createClientAddress } from '#api/http/client-address.ts'
import { createLoadShedding } from '#api/http/load-shedding.ts'
import { hasSmallJson } from '#api/http/received-body.ts'
import { createHttpServer } from '#api/http/server.ts'
import type { Settings } from '#api/settings/settings.ts'
import { registerCleanup } from '../register-cleanup.ts'
import { rawExchange } from './raw-socket.ts'
import { recordingLog } from './recording-log.ts'

/** A server that responds to requests only after `respondToAll`, unless it is not slow. */
export async function slowServer({ isSlow = true } = {}) {
  const pending: ServerResponse[] = []
  const app: RequestListener = (req, res) => {
    if (!isSlow) return void res.end('done')
    // As the application does: it waits for the body of a write.
    if (req.method === 'POST' && !hasSmallJson(req)) {
      reserveBody(req).release()
      req.once('end', () => admitBody(req, 0).catch(() => res.writeHead(503).end('busy')))
    }
    if (req.method === 'POST') req.resume()
    pending.push(res)
  }
  const { log, logLines } = recordingLog()
  const settings = { publicUrl: 'http://localhost' } as Settings
  const addressOf = createClientAddress({ trustProxy: 0 }, log)
  const server = createHttpServer(createLoadShedding(app, { settings, log, addressOf }))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  registerCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const sendRaw = (text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text)).on('error', () => {})
    registerCleanup(() => socket.destroy())
    return socket
  }
  return {
    url,
    pending,
    logLines,
    connections: () => promisify(server.getConnections.bind(server))(),
    send: (path = '/api/posts', request: RequestInit = {}) => fetch(url + path, request),
    /** Sends requests, and resolves when the server has received all of them. */
    async sendMany(count: number) {
      const before = pending.length
      const responses = Array.from({ length: count }, () => fetch(url))
      // Requests that a test does not await are aborted at its end.
      for (const response of responses) response.catch(() => {})
      await expect.poll(() => pending.length).toBe(before + count)
      return responses
    },
    respondToAll: () => {
      for (const res of pending.splice(0)) res.end('done')
    },
    /** Sends raw bytes on a new connection. */
    sendRaw,
    /** Sends raw bytes, and resolves with the response when the server closes the connection. */
    sendRawUntilClosed: async (text: string) => (await rawExchange(url, text)).text,
  }
}
