/** Decodes pictures outside of the server, so a hostile file can only harm this process. */
import os from 'node:os'
import { AppError } from '#api/lib/errors.ts'
import { type DecoderLimits, enforceDecoderLimits } from './decoder-limits.ts'
import { makePicture, type Picture } from './picture.ts'

export interface PictureRequest {
  bytes: Uint8Array
  limits: DecoderLimits
}

/** The server hears `started` first, then the result. */
export type DecoderMessage = 'started' | PictureResponse

export interface PictureResponse {
  result: PictureResult
  /** The process holds too much memory for another picture. */
  needsRestart: boolean
}

export type PictureResult =
  | { picture: Picture }
  | { rejected: Pick<AppError, 'code' | 'reason' | 'message'> }
  | { failure: string }

/** Small pictures leave 120 MB of resident memory; large ones fragment the heap. */
const RESTART_ABOVE_BYTES = 160 * 1024 * 1024

// Requests for pages come first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// Ctrl-C signals the whole process group, and the server drains its requests first.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (request: PictureRequest) => {
  send('started')
  const result = await resultOf(request)
  send({ result, needsRestart: process.memoryUsage.rss() > RESTART_ABOVE_BYTES })
})

function send(message: DecoderMessage) {
  process.send?.(message)
}

async function resultOf({ bytes, limits }: PictureRequest): Promise<PictureResult> {
  const timer = enforceDecoderLimits(limits)
  try {
    return { picture: await makePicture(bytes) }
  } catch (error) {
    if (error instanceof AppError) {
      const { code, reason, message } = error
      return { rejected: { code, reason, message } }
    }
    return { failure: String(error) }
  } finally {
    clearInterval(timer)
  }
}
