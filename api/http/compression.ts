import compression from 'compression'
import { isEventStream } from './event-stream.ts'

/** Leaves out server-sent events: compression would buffer them. */
export const compressResponses = compression({
  filter: (req, res) => !isEventStream(res) && compression.filter(req, res),
})
