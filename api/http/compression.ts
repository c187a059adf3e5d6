import compression from 'compression'

/** Leaves out server-sent events: compression would buffer them. */
export const compressResponses = compression({
  filter: (req, res) =>
    !String(res.getHeader('Content-Type')).startsWith('text/event-stream') &&
    compression.filter(req, res),
})
