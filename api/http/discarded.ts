import type { IncomingMessage, ServerResponse } from 'node:http'
import { MOST_DISCARDED } from './body-limits.ts'

/**
 * Node reads the rest of a body that a response did not wait for, so that its sender can read why. This closes the
 * connection of one that does not end.
 */
export function boundDiscarded(req: IncomingMessage, res: ServerResponse): void {
  const { 'transfer-encoding': encoding, 'content-length': length } = req.headers
  if (encoding === undefined && !(Number(length) > MOST_DISCARDED)) return
  // Before Node's own listener, which would discard the rest without an event for it.
  res.prependOnceListener('finish', () => {
    if (req.complete) return
    let left = MOST_DISCARDED
    const onData = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) req.destroy()
    }
    req.on('data', onData).resume().read(0)
  })
}
