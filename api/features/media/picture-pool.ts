import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { AppError } from '#api/lib/errors.ts'
import { messages } from '#rules/messages.ts'
import { PICTURE_TOO_COSTLY } from './media.rules.ts'
import type { PictureResponse, PictureResult } from './picture.process.ts'
import type { Picture } from './picture.ts'

const PROGRAM = fileURLToPath(new URL('picture.process.ts', import.meta.url))
const MAX_PROCESSES = 2
const MAX_QUEUED = 40
/** For a process that hangs. The process itself enforces the limits of CPU time and memory. */
const TIMEOUT_MS = 60_000
/** Starting a process takes longer than decoding most pictures. */
const IDLE_TTL_MS = 20_000

const limit = pLimit(MAX_PROCESSES)
/** Idle processes, each with the timer that ends it. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()

/**
 * Decodes and re-encodes an uploaded file in a pool of processes.
 * @throws AppError as `makePicture` does; TOO_LARGE when the file exceeds the decoder's limits;
 * UNSUPPORTED_MEDIA when it crashes the decoder; RATE_LIMITED when the queue is full
 */
export async function processPicture(bytes: Uint8Array): Promise<Picture> {
  if (limit.pendingCount >= MAX_QUEUED) {
    throw new AppError(
      'RATE_LIMITED',
      'We’re processing a lot of photos right now. Please try again in a moment.',
      { retryAfter: 5 },
    )
  }
  const result = await limit(() => send(takeIdle() ?? start(), bytes))
  if ('picture' in result) return result.picture
  if ('rejected' in result) throw new AppError(result.rejected.code, result.rejected.message)
  throw new Error(`Could not process a picture: ${result.failure}`)
}

function start(): ChildProcess {
  // The decoder reads untrusted files, so it doesn't get the server's environment with its secrets.
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return child.on('exit', () => removeIdle(child)).on('error', () => removeIdle(child))
}

function send(child: ChildProcess, bytes: Uint8Array): Promise<PictureResult> {
  return new Promise((resolve) => {
    const settle = (result: PictureResult) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      resolve(result)
    }
    const onMessage = ({ result, needsRestart }: PictureResponse) => {
      if (needsRestart) child.kill('SIGKILL')
      else keepIdle(child)
      settle(result)
    }
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(resultOfExit(code, signal))
    const onError = (error: Error) => {
      child.kill('SIGKILL')
      settle({ failure: error.message })
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    child.on('message', onMessage).on('exit', onExit).on('error', onError).send(bytes)
  })
}

/** An exit code is our failure, SIGKILL an exceeded limit, any other signal the decoder's crash. */
function resultOfExit(code: number | null, signal: NodeJS.Signals | null): PictureResult {
  if (code !== null) return { failure: `its process exited with code ${code}` }
  if (signal === 'SIGKILL') return { rejected: { code: 'TOO_LARGE', message: PICTURE_TOO_COSTLY } }
  return { rejected: { code: 'UNSUPPORTED_MEDIA', message: messages.pictureFailed.description } }
}

/** Keeps a process for the next picture, without keeping the server alive. */
function keepIdle(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
  // Remove it first: a killed process still accepts messages for a moment.
  const end = () => {
    removeIdle(child)
    child.kill('SIGKILL')
  }
  idle.set(child, setTimeout(end, IDLE_TTL_MS).unref())
}

function takeIdle(): ChildProcess | undefined {
  const [child] = idle.keys()
  if (!child) return undefined
  removeIdle(child)
  child.ref()
  child.channel?.ref()
  return child
}

function removeIdle(child: ChildProcess) {
  clearTimeout(idle.get(child))
  idle.delete(child)
}
