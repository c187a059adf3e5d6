import { Router } from 'express'
import type { Services } from '../../context.ts'
import { notFound } from '../../http/problem.ts'
import { isPictureFile } from './picture-store.ts'

/** Serves the stored pictures: the same to everybody, for ever, and nothing but pictures. */
export function createMediaFiles({ pictures }: Pick<Services, 'pictures'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/:file', (req, res, next) => {
    const { file } = req.params
    if (!isPictureFile(file)) return notFound(res)
    const headers = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Content-Type': 'image/webp',
      'X-Content-Type-Options': 'nosniff',
      ETag: `"${file.replace('.webp', '')}"`,
    }
    res.sendFile(file, { root: pictures.folder, headers, lastModified: false }, (error) => {
      if (!error || res.headersSent) return
      if (isMissing(error)) notFound(res)
      else next(error)
    })
  })
  router.use((_req, res) => notFound(res))
  return router
}

function isMissing(error: Error): boolean {
  return 'status' in error && error.status === 404
}
