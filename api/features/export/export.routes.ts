import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import { sessionOf } from '../auth/session/session.http.ts'
import { ownAccount } from './export.read.ts'
import { exportZip } from './export.zip.ts'

/** All that the product keeps of whoever is signed in, as a file to keep. */
export const exportData: RequestHandler = async (_req, res) => {
  const { userId } = sessionOf(res)
  const context = contextOf(res)
  await context.limits.consume('export', userId)
  const account = await ownAccount(context.database, userId)
  const day = new Date().toISOString().slice(0, 10)
  res.attachment(`good-vibes-${account.username}-${day}.zip`).type('application/zip')
  try {
    await pipeline(exportZip(context, account), res)
  } catch (err) {
    // The answer was broken off with it, so that nobody takes half a file for a whole one. A caller may have gone away.
    if (codeOf(err) !== 'ERR_STREAM_PREMATURE_CLOSE')
      context.log.error({ err, requestId: context.requestId }, 'An export broke off')
  }
}
