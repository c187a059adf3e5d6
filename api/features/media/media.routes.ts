import { type Request, type Response, Router } from 'express'
import type { Services } from '#api/context.ts'
import { notFound } from '#api/http/problem.ts'
import { createVisibilityLookup } from './hidden-media.ts'
import { hashOf, isPictureFile, type PictureStore } from './picture-store.ts'

/** Serves stored pictures. A picture that only hidden posts use is not found. */
export function createMediaRouter({
  pictures,
  database,
}: Pick<Services, 'pictures' | 'database'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const visibilityOf = createVisibilityLookup({ database })
  router.get('/:file', async (req, res, next) => {
    const { file } = req.params
    if (!isPictureFile(file)) return notFound(res)
    const visibility = await visibilityOf(hashOf(file))
    if (visibility === 'missing') return notFound(res)
    if (visibility === 'hidden') return notFound(res.set('Cache-Control', 'no-store'))
    const headers = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Content-Type': 'image/webp',
      'X-Content-Type-Options': 'nosniff',
      ETag: `"${file.replace('.webp', '')}"`,
    }
    if (pictures.folder === null) return sendFromBucket(pictures, file, headers, req, res)
    res.sendFile(file, { root: pictures.folder, headers, lastModified: false }, (error) => {
      if (!error || res.headersSent) return
      if (isMissing(error)) notFound(res)
      else next(error)
    })
  })
  router.use((_req, res) => notFound(res))
  return router
}

/** Supports what `res.sendFile` supports: HEAD, conditional requests and a byte range. */
async function sendFromBucket(
  pictures: PictureStore,
  file: string,
  headers: Record<string, string>,
  req: Request,
  res: Response,
): Promise<void> {
  const bytes = await pictures.readFile(file)
  if (!bytes) return notFound(res)
  res.set({ ...headers, 'Accept-Ranges': 'bytes' })
  const ranges = req.range(bytes.length)
  const [range, ...more] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : []
  if (ranges === -1)
    return void res.status(416).set('Content-Range', `bytes */${bytes.length}`).end()
  if (!range || more.length > 0) return void res.send(Buffer.from(bytes))
  res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  res.send(Buffer.from(bytes.subarray(range.start, range.end + 1)))
}

function isMissing(error: Error): boolean {
  return 'status' in error && error.status === 404
}
