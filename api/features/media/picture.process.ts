/**
 * The program of the processes that read pictures: what comes from outside is unpacked here, away from the server, so that
 * a file that crashes or stalls the decoder takes down this process alone.
 */
import os from 'node:os'
import { AppError, type ErrorCode } from '../../errors.ts'
import { makePicture, type Picture } from './picture.ts'

export type Reply = { picture: Picture } | { refused: { code: ErrorCode; message: string } } | { fault: string }

/** Milliseconds of the processor's time; the slowest picture within the limits takes a few seconds. */
const MAX_WORK = 10_000

// Whoever waits for a page comes before whoever waits for a picture to be worked on.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// A signal to the whole group ends the server; what it has begun is finished first.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await replyTo(bytes))
})

async function replyTo(bytes: Uint8Array): Promise<Reply> {
  const watch = endAfter(MAX_WORK)
  try {
    return { picture: await makePicture(bytes) }
  } catch (error) {
    if (error instanceof AppError) return { refused: { code: error.code, message: error.message } }
    return { fault: String(error) }
  } finally {
    clearInterval(watch)
  }
}

/** Ends this process once it has worked too long. Time that it waits for the processor is not its picture's. */
function endAfter(milliseconds: number): NodeJS.Timeout {
  const start = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if (user + system > milliseconds * 1_000) process.kill(process.pid, 'SIGKILL')
  }, 100)
}
