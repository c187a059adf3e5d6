import compression from 'compression'
import type { RequestHandler, Response } from 'express'
import { noteCompressed } from '#api/admission/unsent.ts'
import { isEventStream } from './event-stream.ts'

const compress = compression({
  filter: (req, res) => !isEventStream(res) && compression.filter(req, res),
})

/** Leaves out server-sent events: compression would buffer them. */
export const compressResponses: RequestHandler = (req, res, next) =>
  compress(req, res, () => {
    noteWaiting(res)
    next()
  })

/** Notes the part of a body that the compressor holds until the caller takes it. */
function noteWaiting(res: Response): void {
  const { write, end } = res
  const note = (part: unknown, isTaken: boolean) => {
    // Only a compressed body has this header here: files that are stored so are sent before.
    const isHeld = !isTaken && res.hasHeader('Content-Encoding')
    const hasLength = typeof part === 'string' || part instanceof Uint8Array
    noteCompressed(res, isHeld && hasLength ? part.length : 0)
  }
  res.write = ((...args: Parameters<typeof write>) => {
    const isTaken = write.apply(res, args)
    note(args[0], isTaken)
    return isTaken
  }) as typeof write
  res.end = ((...args: Parameters<typeof end>) => {
    const ended = end.apply(res, args)
    note(args[0], false)
    return ended
  }) as typeof end
  res.on('drain', () => noteCompressed(res, 0))
}
