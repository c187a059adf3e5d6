import http, { type RequestListener, type ServerOptions } from 'node:http'
import { trackConnections } from '#api/admission/connections.ts'
import { normalizeTargets, rejectExpectation, respondToClientErrors } from './client-errors.ts'
import { limitDiscardedBody } from './discard-limit.ts'

const SECOND_MS = 1_000

/** Protects against slow and silent clients: Node responds with 408 and closes the connection. */
const timeouts = {
  headersTimeout: 10 * SECOND_MS,
  // Enough for a body of 8 MB over a slow connection.
  requestTimeout: 60 * SECOND_MS,
  keepAliveTimeout: 65 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
} satisfies ServerOptions

export function createHttpServer(app: RequestListener, options: ServerOptions = {}): http.Server {
  const listener = trackConnections(normalizeTargets(app))
  // We check the header ourselves: Node's own response has no body.
  const server = http.createServer(
    { ...timeouts, ...options, requireHostHeader: false },
    (req, res) => {
      limitDiscardedBody(req, res)
      listener(req, res)
    },
  )
  server.on('checkExpectation', trackConnections(rejectExpectation))
  respondToClientErrors(server)
  return server
}
