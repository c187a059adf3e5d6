import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import { requireSession } from '../auth/session/require-session.ts'
import { readAccount } from './export.read.ts'
import { createExportZip } from './export.zip.ts'

/** Sends all data of the signed-in account as a ZIP file. */
export const exportData: RequestHandler = async (_req, res) => {
  const { userId } = requireSession(res)
  const context = contextOf(res)
  await context.limits.consume('export', userId)
  const account = await readAccount(context.database, userId)
  const day = new Date().toISOString().slice(0, 10)
  res.attachment(`good-vibes-${account.username}-${day}.zip`).type('application/zip')
  try {
    await pipeline(createExportZip(context, account), res)
  } catch (err) {
    // `pipeline` has reset the connection, so the client notices that the file is incomplete.
    if (codeOf(err) !== 'ERR_STREAM_PREMATURE_CLOSE')
      context.log.error({ err, requestId: context.requestId }, 'Export failed')
  }
}
