import compression from 'compression'
import { noteCompressed } from '#api/admission/unsent.ts'
import { isEventStream } from './content-types.ts'

/** Leaves out server-sent events: compression would buffer them. */
export const compressResponses = compression({
  filter(req, res) {
    const isCompressed = !isEventStream(res) && compression.filter(req, res)
    // The compressor holds a body that is sent as a whole until the caller has taken it.
    if (isCompressed && !res.hasHeader('Content-Encoding'))
      noteCompressed(res, Number(res.getHeader('Content-Length') ?? 0))
    return isCompressed
  },
})
