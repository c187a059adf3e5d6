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
    noteParts(res)
    next()
  })

/** Notes the last part of each body: the compressor holds it until the caller takes it. */
function noteParts(res: Response): void {
  const { write, end } = res
  const note = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) noteCompressed(res, part.length)
  }
  res.write = ((...args: Parameters<typeof write>) => {
    note(args[0])
    return write.apply(res, args)
  }) as typeof write
  res.end = ((...args: Parameters<typeof end>) => {
    note(args[0])
    return end.apply(res, args)
  }) as typeof end
}
