/**
 * The program of the processes that decode pictures, apart from the server: a file that crashes the decoder, or makes it work
 * or grow without end, ends this process alone.
 */
import os from 'node:os'
import { AppError, type ErrorCode } from '#api/lib/errors.ts'
import { killWhenTooCostly } from './decoder-limits.ts'
import { makePicture, type Picture } from './picture.ts'

export interface Answer {
  reply: Reply
  /** The process keeps too much memory to take another picture. */
  isWorn: boolean
}

export type Reply =
  | { picture: Picture }
  | { refused: { code: ErrorCode; message: string } }
  | { fault: string }

/** Bytes with which this process takes another picture. Small pictures leave 120 MB; large ones fragment the heap. */
const MAX_KEPT = 160 * 1024 * 1024

// Pages come before pictures.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// A signal to the whole group ends the server; what it has begun is finished first.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (bytes: Uint8Array) => {
  const reply = await replyTo(bytes)
  process.send?.({ reply, isWorn: process.memoryUsage.rss() > MAX_KEPT } satisfies Answer)
})

async function replyTo(bytes: Uint8Array): Promise<Reply> {
  const watch = killWhenTooCostly()
  try {
    return { picture: await makePicture(bytes) }
  } catch (error) {
    if (error instanceof AppError) return { refused: { code: error.code, message: error.message } }
    return { fault: String(error) }
  } finally {
    clearInterval(watch)
  }
}
