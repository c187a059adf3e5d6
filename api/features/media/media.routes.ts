import { Router } from 'express'
import type { Services } from '#api/context.ts'
import { notFound } from '#api/http/problem.ts'
import { createVisibilityLookup } from './hidden-media.ts'
import { hashOf, isPictureFile } from './picture-store.ts'
import { sendPicture } from './send-picture.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

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
    // A picture sets its own header. Errors may be over soon.
    res.set('Cache-Control', 'no-store')
    const { visibility, isCurrent } = await visibilityOf(hashOf(file))
    if (visibility !== 'visible') return notFound(res)
    // It may have been hidden meanwhile, and would stay in caches for a year.
    const cacheControl = isCurrent ? IMMUTABLE : 'no-store'
    sendPicture(pictures, { file, cacheControl }, { req, res, next })
  })
  router.use((_req, res) => notFound(res))
  return router
}
