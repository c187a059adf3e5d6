import type { ChildProcess } from 'node:child_process'
import pLimit from 'p-limit'
import { AppError } from '#api/lib/errors.ts'
import { DECODER_LIMITS, type DecoderLimits } from './decoder-limits.ts'
import type { Picture } from './picture.ts'
import { type Decoding, decode, startDecoder } from './picture-decoder.ts'

const MAX_PROCESSES = 2
const MAX_QUEUED = 40
/** For a process that hangs. The process itself enforces the limits of CPU time and memory. */
const TIMEOUT_MS = 60_000
/** Starting a process takes longer than decoding most pictures. */
const IDLE_TTL_MS = 20_000

/** Keeps processes for the next pictures, without keeping the server alive. */
class IdleDecoders {
  readonly #timers = new Map<ChildProcess, NodeJS.Timeout>()

  add(decoder: ChildProcess) {
    decoder.unref()
    decoder.channel?.unref()
    // Remove it first: a killed process still accepts messages for a moment.
    const end = () => {
      this.remove(decoder)
      decoder.kill('SIGKILL')
    }
    this.#timers.set(decoder, setTimeout(end, IDLE_TTL_MS).unref())
  }

  take(): ChildProcess | undefined {
    const [decoder] = this.#timers.keys()
    if (!decoder) return undefined
    this.remove(decoder)
    decoder.ref()
    decoder.channel?.ref()
    return decoder
  }

  remove(decoder: ChildProcess) {
    clearTimeout(this.#timers.get(decoder))
    this.#timers.delete(decoder)
  }
}

interface PicturePoolOptions extends Partial<DecoderLimits> {
  timeoutMs?: number
}

/**
 * Creates a pool of processes that decode and re-encode uploaded files.
 * @returns a function that throws AppError as `makePicture` does; TOO_LARGE when the file exceeds
 * the decoder's limits; UNSUPPORTED_MEDIA when it crashes the decoder; RATE_LIMITED when the queue
 * is full
 */
export function createPicturePool({
  timeoutMs = TIMEOUT_MS,
  ...limits
}: PicturePoolOptions = {}): (bytes: Uint8Array) => Promise<Picture> {
  const queue = pLimit(MAX_PROCESSES)
  const idle = new IdleDecoders()

  function start(): ChildProcess {
    const decoder = startDecoder()
    const remove = () => idle.remove(decoder)
    return decoder.on('exit', remove).on('error', remove)
  }

  async function decodeBy(decoder: ChildProcess, bytes: Uint8Array): Promise<Decoding> {
    const request = { bytes, limits: { ...DECODER_LIMITS, ...limits } }
    const decoding = await decode(decoder, request, timeoutMs)
    if (decoding.isReusable) idle.add(decoder)
    else decoder.kill('SIGKILL')
    return decoding
  }

  async function decodeOnce(bytes: Uint8Array) {
    const decoding = await decodeBy(idle.take() ?? start(), bytes)
    if (decoding.hasStarted) return decoding.result
    // A second death is attributed to the picture.
    return (await decodeBy(start(), bytes)).result
  }

  return async (bytes) => {
    if (queue.pendingCount >= MAX_QUEUED) {
      throw new AppError('RATE_LIMITED', 'PICTURES_QUEUED', { retryAfter: 5 })
    }
    const result = await queue(() => decodeOnce(bytes))
    if ('picture' in result) return result.picture
    if ('rejected' in result) {
      const { code, reason, message } = result.rejected
      throw new AppError(code, reason, { message })
    }
    throw new Error(`Could not process a picture: ${result.failure}`)
  }
}

/** The server's pool. */
export const processPicture = createPicturePool()
