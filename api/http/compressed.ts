import compression from 'compression'

/** A stream of events is sent as it happens, so there is nothing to wait for and compress. */
export const compressed = compression({
  filter: (req, res) =>
    !String(res.getHeader('Content-Type')).startsWith('text/event-stream') &&
    compression.filter(req, res),
})
