import type { IncomingMessage } from 'node:http'
import type { BodyReservation } from '#api/admission/bodies.ts'
import { AppError } from '#api/lib/errors.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { OverloadError } from './overload-error.ts'

/** Small: ten thousand connections can each have sent one byte. */
const INITIAL_BYTES = 1024
const EMPTY = Buffer.alloc(0)

export interface BodyLimits {
  maxBytes: number
  /** Of the error for a larger body. */
  tooLargeReason?: FixedReason
  reservation: BodyReservation
}

/**
 * Collects chunks in one buffer, which grows with what arrives: a list of one-byte chunks would
 * take 100 times the memory.
 */
export class BodyBuffer {
  #buffer: Buffer = EMPTY
  #length = 0
  readonly #limits: BodyLimits

  constructor(limits: BodyLimits) {
    this.#limits = limits
  }

  /** @throws AppError TOO_LARGE, OverloadError when the budget of all bodies is used up */
  add(chunk: Buffer): void {
    const { maxBytes, tooLargeReason = 'BODY_TOO_LARGE', reservation } = this.#limits
    const length = this.#length + chunk.length
    if (length > maxBytes) throw new AppError('TOO_LARGE', tooLargeReason)
    if (!reservation.grow(chunk.length)) throw new OverloadError()
    if (length > this.#buffer.length) this.#grow(length)
    chunk.copy(this.#buffer, this.#length)
    this.#length = length
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #grow(length: number) {
    const wanted = Math.max(length, 2 * this.#buffer.length, INITIAL_BYTES)
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#limits.maxBytes, wanted))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

type Callback = (error: Error | null, bytes: Buffer) => void

/**
 * Reads a body up to a limit.
 * @param done gets AppError TOO_LARGE, at once if the declared length exceeds the limit;
 * OverloadError; ECONNRESET if the caller disconnects
 */
export function readBody(req: IncomingMessage, limits: BodyLimits, done: Callback): void {
  const declared = Number(req.headers['content-length'] ?? Number.NaN)
  const { maxBytes, tooLargeReason = 'BODY_TOO_LARGE' } = limits
  if (declared > maxBytes) {
    done(new AppError('TOO_LARGE', tooLargeReason), EMPTY)
    return
  }
  const buffer = new BodyBuffer(limits)
  let whole: Buffer | null = null

  // An idle connection refers to its last request, so leftover listeners would keep the bytes.
  const settle = (error: Error | null) => {
    req.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose)
    done(error, whole ?? buffer.bytes)
  }
  const onData = (chunk: Buffer) => {
    // Small bodies arrive at once. They are neither copied nor counted.
    if (chunk.length === declared) {
      whole = chunk
      return
    }
    try {
      buffer.add(chunk)
    } catch (error) {
      settle(error as Error)
      req.resume()
    }
  }
  const onEnd = () => settle(null)
  const onClose = () => settle(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  if (req.destroyed) {
    onClose()
    return
  }
  req.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose)
}
