/**
 * The program of the processes that read pictures: what comes from outside is unpacked here, away from the server, so that
 * a file that crashes or stalls the decoder takes down this process alone.
 */
import os from 'node:os'
import { AppError, type ErrorCode } from '../../errors.ts'
import { makePicture, type Picture } from './picture.ts'

export type Reply = { picture: Picture } | { refused: { code: ErrorCode; message: string } } | { fault: string }

// Whoever waits for a page comes before whoever waits for a picture to be worked on.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// A signal to the whole group ends the server; what it has begun is finished first.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await replyTo(bytes))
})

async function replyTo(bytes: Uint8Array): Promise<Reply> {
  try {
    return { picture: await makePicture(bytes) }
  } catch (error) {
    if (error instanceof AppError) return { refused: { code: error.code, message: error.message } }
    return { fault: String(error) }
  }
}
