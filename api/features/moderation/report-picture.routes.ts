import type { RequestHandler } from 'express'
import { isModerator } from '#api/actor.ts'
import type { Services } from '#api/context.ts'
import { contextOf } from '#api/http/locals.ts'
import { notFound } from '#api/http/problem.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import { withScope } from '#api/token-grant.ts'
import { displayFile } from '../media/picture-store.ts'
import { sendPicture } from '../media/send-picture.ts'
import { concerns } from './decision.rules.ts'

/** Serves the picture of a report to moderators, also after it left /media. Nothing caches it. */
export function reportPicture({ pictures }: Pick<Services, 'pictures'>): RequestHandler {
  return async (req, res, next) => {
    const context = withScope('moderate', contextOf(res))
    const key = fromPublicId(String(req.params.reportId))
    if (!isModerator(context) || key?.type !== 'Report') return notFound(res)
    const report = await context.database.report.findUnique({
      where: { id: key.uuid },
      select: { reporterId: true, authorId: true, media: { select: { hash: true } } },
    })
    if (!report?.media || concerns(report, context.viewer?.id ?? null)) return notFound(res)
    const picture = { file: displayFile(report.media.hash), cacheControl: 'private, no-store' }
    sendPicture(pictures, picture, { req, res, next })
  }
}
