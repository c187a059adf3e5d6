import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { AppError } from '#api/lib/errors.ts'
import { messages } from '#rules/messages.ts'
import { PICTURE_TOO_COSTLY } from './media.rules.ts'
import type { Answer, Reply } from './picture.process.ts'
import type { Picture } from './picture.ts'

const PROGRAM = fileURLToPath(new URL('picture.process.ts', import.meta.url))
const AT_ONCE = 2
const MAX_WAITING = 40
/** Milliseconds. A process that uses too much CPU or memory ends itself; this is for one that does neither, nor answers. */
const PATIENCE = 60_000
/** Milliseconds that a process with nothing to do is kept: starting one takes longer than reading most pictures. */
const KEEP_IDLE = 20_000

const limit = pLimit(AT_ONCE)
/** Processes with nothing to do, and the clock that ends each. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()

/**
 * Makes of an uploaded file what is kept of it, in a process of its own: two at once, others wait their turn.
 * @throws AppError as `makePicture` does, also for a file that takes too much work or crashes its decoder; RATE_LIMITED when too many wait
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  if (limit.pendingCount >= MAX_WAITING) {
    throw new AppError(
      'RATE_LIMITED',
      'Many pictures are being worked on right now. Please try again in a moment.',
      { retryAfter: 5 },
    )
  }
  const reply = await limit(() => ask(takeIdle() ?? start(), bytes))
  if ('picture' in reply) return reply.picture
  if ('refused' in reply) throw new AppError(reply.refused.code, reply.refused.message)
  throw new Error(`A picture could not be read: ${reply.fault}`)
}

function start(): ChildProcess {
  // Nothing of the server's environment, which holds its secrets, is handed to what reads foreign files.
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return child.on('exit', () => forget(child)).on('error', () => forget(child))
}

function ask(child: ChildProcess, bytes: Uint8Array): Promise<Reply> {
  return new Promise((resolve) => {
    const settle = (reply: Reply) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      resolve(reply)
    }
    const onMessage = ({ reply, isWorn }: Answer) => {
      if (isWorn) child.kill('SIGKILL')
      else rest(child)
      settle(reply)
    }
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(deathOf(code, signal))
    const onError = (error: Error) => {
      child.kill('SIGKILL')
      settle({ fault: error.message })
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    child.on('message', onMessage).on('exit', onExit).on('error', onError).send(bytes)
  })
}

/** An exit is our fault. A kill means that the file took too much: of time, CPU or memory. Any other signal is the decoder's crash. */
function deathOf(code: number | null, signal: NodeJS.Signals | null): Reply {
  if (code !== null) return { fault: `the process for it ended with code ${code}` }
  if (signal === 'SIGKILL') return { refused: { code: 'TOO_LARGE', message: PICTURE_TOO_COSTLY } }
  return { refused: { code: 'UNSUPPORTED_MEDIA', message: messages.pictureFailed.description } }
}

/** Keeps a process for the next picture. It does not keep the server from ending, and ends with it. */
function rest(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
  // It is dead only some time after it was killed, and whoever gave it a picture meanwhile would take that for the picture's fault.
  const end = () => {
    forget(child)
    child.kill('SIGKILL')
  }
  idle.set(child, setTimeout(end, KEEP_IDLE).unref())
}

function takeIdle(): ChildProcess | undefined {
  const [child] = idle.keys()
  if (!child) return undefined
  forget(child)
  child.ref()
  child.channel?.ref()
  return child
}

function forget(child: ChildProcess) {
  clearTimeout(idle.get(child))
  idle.delete(child)
}
