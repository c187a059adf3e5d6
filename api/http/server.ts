import http, { type RequestListener, type ServerOptions } from 'node:http'
import { trackConnections } from '#api/limits/overload/connections.ts'
import { boundDiscarded } from './discarded.ts'
import { answerUnreadable } from './unreadable.ts'

const SECOND = 1_000

/** What a connection may keep waiting. Node answers 408 and closes one that takes longer. */
const patience = {
  headersTimeout: 10 * SECOND,
  // Time for the largest body, 8 MB, over a slow connection.
  requestTimeout: 60 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
} satisfies ServerOptions

/** A server that many slow or silent connections cannot hold up. */
export function createHttpServer(app: RequestListener, options: ServerOptions = {}): http.Server {
  const listener = trackConnections(app)
  const server = http.createServer({ ...patience, ...options }, (req, res) => {
    boundDiscarded(req, res)
    listener(req, res)
  })
  answerUnreadable(server)
  return server
}
