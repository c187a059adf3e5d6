import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_DISCARDED_BYTES } from './body-limits.ts'

/**
 * Node drains the rest of a body after an early response, so that the sender can read it. This
 * closes the connection when the rest is too large.
 */
export function limitDiscardedBody(req: IncomingMessage, res: ServerResponse): void {
  const { 'transfer-encoding': encoding, 'content-length': length } = req.headers
  if (encoding === undefined && !(Number(length) > MAX_DISCARDED_BYTES)) return
  // Runs before Node's own listener, which drains the body without events.
  res.prependOnceListener('finish', () => {
    if (req.complete) return
    let remaining = MAX_DISCARDED_BYTES
    const onData = (chunk: Buffer) => {
      remaining -= chunk.length
      if (remaining < 0) req.destroy()
    }
    req.on('data', onData).resume().read(0)
  })
}
