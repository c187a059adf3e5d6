import type { NextFunction, Request, Response } from 'express'
import { notFound } from '#api/http/problem.ts'
import { type PictureStore, substituteFor } from './picture-store.ts'

interface SentPicture {
  /** The name of a picture's file. */
  file: string
  cacheControl: string
}

interface Exchange {
  req: Request
  res: Response
  next: NextFunction
}

/** Sends a stored picture, or that it is not found. */
export function sendPicture(
  pictures: PictureStore,
  { file, cacheControl }: SentPicture,
  { req, res, next }: Exchange,
): void {
  const headers = {
    'Cache-Control': cacheControl,
    'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'Content-Type': 'image/webp',
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${file.replace('.webp', '')}"`,
  }
  if (pictures.folder === null)
    return void sendFromBucket(pictures, file, headers, { req, res, next }).catch(next)
  res.sendFile(file, { root: pictures.folder, headers, lastModified: false }, (error) => {
    if (!error || res.headersSent) return
    if (!isMissing(error)) return next(error)
    const substitute = substituteFor(file)
    if (substitute) sendPicture(pictures, { file: substitute, cacheControl }, { req, res, next })
    else notFound(res)
  })
}

/** Supports what `res.sendFile` supports: HEAD, conditional requests and a byte range. */
async function sendFromBucket(
  pictures: PictureStore,
  file: string,
  headers: Record<string, string>,
  { req, res }: Exchange,
): Promise<void> {
  const bytes = (await pictures.readFile(file)) ?? (await readSubstitute(pictures, file))
  if (!bytes) return notFound(res)
  res.set({ ...headers, 'Accept-Ranges': 'bytes' })
  const ranges = req.range(bytes.length)
  const [range, ...more] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : []
  if (ranges === -1)
    return void res.status(416).set('Content-Range', `bytes */${bytes.length}`).end()
  if (!range || more.length > 0) return void res.send(bufferOf(bytes))
  res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  res.send(bufferOf(bytes.subarray(range.start, range.end + 1)))
}

async function readSubstitute(pictures: PictureStore, file: string) {
  const substitute = substituteFor(file)
  return substitute && pictures.readFile(substitute)
}

/** Without a copy. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

function isMissing(error: Error): boolean {
  return 'status' in error && error.status === 404
}
