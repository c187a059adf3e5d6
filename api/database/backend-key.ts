// Only this file reads node-postgres's private `processID` and `secretKey`: they show a pooler, and
// cancel a query of a pool. Upstream: https://github.com/brianc/node-postgres/pull/3751.
import { connect } from 'node:net'
import type pg from 'pg'

interface BackendKey {
  processID: number | null
  secretKey: number | null
}

const CANCEL_TIMEOUT_MS = 1_000
/** The request code of CancelRequest in PostgreSQL's protocol. */
const CANCEL_REQUEST = 80_877_102

/**
 * Whether a pooler is in front of the server. A pooler sends a process id of its own invention.
 * @param pid the result of `pg_backend_pid()` on the connection
 */
export function isPooled(client: pg.Client, pid: number): boolean {
  return keyOf(client).processID !== pid
}

/** Sends a CancelRequest for the connection's current statement. It may be lost or arrive late. */
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
  socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
  // Leave closing to the receiver: PgBouncer drops the request of a sender that closes first.
  socket.on('error', () => {}).write(message)
}

function keyOf(client: pg.Client): BackendKey {
  return client as pg.Client & BackendKey
}
