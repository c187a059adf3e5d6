import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '#api/lib/errors.ts'
import type { DecoderMessage, PictureRequest, PictureResult } from './picture.process.ts'

const PROGRAM = fileURLToPath(new URL('picture.process.ts', import.meta.url))

export interface Decoding {
  result: PictureResult
  /** False if the decoder died before it read the picture, so the picture is not the reason. */
  hasStarted: boolean
  /** Whether the decoder can take another picture. */
  isReusable: boolean
}

export function startDecoder(): ChildProcess {
  // The decoder reads untrusted files, so it doesn't get the server's environment with its secrets.
  return fork(PROGRAM, {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Has a decoder process a picture, and kills it after `timeoutMs`. */
export function decode(
  decoder: ChildProcess,
  request: PictureRequest,
  timeoutMs: number,
): Promise<Decoding> {
  return new Promise((resolve) => {
    let hasStarted = false
    const settle = (result: PictureResult, isReusable = false) => {
      clearTimeout(timer)
      decoder.off('message', onMessage).off('close', onClose).off('error', onError)
      resolve({ result, hasStarted, isReusable })
    }
    const onMessage = (message: DecoderMessage) => {
      if (message === 'started') hasStarted = true
      else settle(message.result, !message.needsRestart)
    }
    // Unlike `exit`, it comes after all messages.
    const onClose = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(resultOfExit(code, signal))
    const onError = (error: Error) => settle({ failure: error.message })
    const kill = () => decoder.kill('SIGKILL')
    const timer = setTimeout(kill, timeoutMs)
    decoder.on('message', onMessage).on('close', onClose).on('error', onError)
    decoder.send(request, (error) => {
      if (error) kill()
    })
  })
}

/** An exit code is our failure, SIGKILL an exceeded limit, any other signal the decoder's crash. */
function resultOfExit(code: number | null, signal: NodeJS.Signals | null): PictureResult {
  if (code !== null) return { failure: `its process exited with code ${code}` }
  return signal === 'SIGKILL'
    ? rejected(new AppError('TOO_LARGE', 'PICTURE_TOO_COSTLY'))
    : rejected(new AppError('UNSUPPORTED_MEDIA', 'PICTURE_UNREADABLE'))
}

function rejected({ code, reason, message }: AppError): PictureResult {
  return { rejected: { code, reason, message } }
}
