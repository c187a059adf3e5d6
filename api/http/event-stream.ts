import type { ServerResponse } from 'node:http'

/** Whether a response is a stream of server-sent events. */
export function isEventStream(res: ServerResponse): boolean {
  return String(res.getHeader('Content-Type')).startsWith('text/event-stream')
}
