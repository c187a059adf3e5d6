import { Router } from 'express'
import type { Services } from '#api/context.ts'
import { notFound } from '#api/http/problem.ts'
import { createVisibilityLookup } from './hidden-media.ts'
import { hashOf, isPictureFile } from './picture-store.ts'
import { sendPicture } from './send-picture.ts'

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
    if ((await visibilityOf(hashOf(file))) !== 'visible') return notFound(res)
    sendPicture(
      pictures,
      { file, cacheControl: 'public, max-age=31536000, immutable' },
      { req, res, next },
    )
  })
  router.use((_req, res) => notFound(res))
  return router
}
