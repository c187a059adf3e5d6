/** Decodes pictures outside of the server, so a hostile file can only harm this process. */
import os from 'node:os'
import { AppError, type ErrorCode } from '#api/lib/errors.ts'
import { enforceDecoderLimits } from './decoder-limits.ts'
import { makePicture, type Picture } from './picture.ts'

export interface PictureResponse {
  result: PictureResult
  /** The process holds too much memory for another picture. */
  needsRestart: boolean
}

export type PictureResult =
  | { picture: Picture }
  | { rejected: { code: ErrorCode; message: string } }
  | { failure: string }

/** Small pictures leave 120 MB of resident memory; large ones fragment the heap. */
const RESTART_ABOVE_BYTES = 160 * 1024 * 1024

// Requests for pages come first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// Ctrl-C signals the whole process group, and the server drains its requests first.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (bytes: Uint8Array) => {
  const result = await resultOf(bytes)
  const needsRestart = process.memoryUsage.rss() > RESTART_ABOVE_BYTES
  process.send?.({ result, needsRestart } satisfies PictureResponse)
})

async function resultOf(bytes: Uint8Array): Promise<PictureResult> {
  const timer = enforceDecoderLimits()
  try {
    return { picture: await makePicture(bytes) }
  } catch (error) {
    if (error instanceof AppError) return { rejected: { code: error.code, message: error.message } }
    return { failure: String(error) }
  } finally {
    clearInterval(timer)
  }
}
