// The one file that reads fields which node-postgres keeps to itself: `processID` and `secretKey`, the server's BackendKeyData.
// Reason: they tell a pooler from a server, and a request to cancel through a pooler has to name both.
// Upstream: a public way to cancel, https://github.com/brianc/node-postgres/pull/3751; `client.cancel` takes no connection of a pool.
import { connect } from 'node:net'
import type pg from 'pg'

interface BackendKey {
  processID: number | null
  secretKey: number | null
}

/** Milliseconds that a server may take to accept a request to cancel. */
const PATIENCE = 1_000
/** The code of PostgreSQL's message CancelRequest. */
const CANCEL_REQUEST = 80_877_102

/**
 * Whether a pooler stands in front of the server. It makes the process id up, because each transaction may have another one.
 * @param pid what `pg_backend_pid()` says on the connection
 */
export function isPooled(client: pg.Client, pid: number): boolean {
  return keyOf(client).processID !== pid
}

/** Asks the server to cancel the statement that a connection waits for. The request may be lost, or arrive late. */
export function requestCancel(client: pg.Client): void {
  const { host, port } = client
  const { processID, secretKey } = keyOf(client)
  const message = Buffer.alloc(16)
  for (const [index, field] of [
    message.length,
    CANCEL_REQUEST,
    processID ?? 0,
    secretKey ?? 0,
  ].entries()) {
    message.writeInt32BE(field, 4 * index)
  }
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(PATIENCE, () => socket.destroy())
  // The receiver closes it: PgBouncer forgets the request of a sender that closes first.
  socket.on('error', () => {}).write(message)
}

function keyOf(client: pg.Client): BackendKey {
  return client as pg.Client & BackendKey
}
