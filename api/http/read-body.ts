import type { IncomingMessage } from 'node:http'
import { AppError } from '#api/lib/errors.ts'
import type { FixedReason } from '#rules/reasons.ts'

const INITIAL_BYTES = 64 * 1024

/**
 * Collects chunks in one growing buffer: a list of one-byte chunks would take 100 times the memory.
 */
export class BodyBuffer {
  #buffer: Buffer
  #length = 0
  readonly #maxBytes: number

  constructor(maxBytes: number, expectedBytes = INITIAL_BYTES) {
    this.#maxBytes = maxBytes
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes, expectedBytes))
  }

  /** @returns false when the chunk exceeds the limit */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length
    if (length > this.#maxBytes) return false
    if (length > this.#buffer.length) this.#grow(length)
    chunk.copy(this.#buffer, this.#length)
    this.#length = length
    return true
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #grow(length: number) {
    const larger = Buffer.allocUnsafeSlow(
      Math.min(this.#maxBytes, Math.max(length, 2 * this.#buffer.length)),
    )
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

/**
 * Reads a body up to a limit.
 * @param tooLargeReason of the error for a larger body
 * @throws AppError TOO_LARGE, at once if the declared length exceeds the limit; ECONNRESET if the
 * caller disconnects
 */
export function readBody(
  req: IncomingMessage,
  maxBytes: number,
  tooLargeReason: FixedReason = 'BODY_TOO_LARGE',
): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? Number.NaN)
  const tooLarge = () => new AppError('TOO_LARGE', tooLargeReason)
  if (declared > maxBytes) return Promise.reject(tooLarge())
  const buffer = new BodyBuffer(maxBytes, Number.isNaN(declared) ? undefined : declared)
  return new Promise((resolve, reject) => {
    // An idle connection refers to its last request, so leftover listeners would keep the bytes.
    const settle = (outcome: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      outcome()
    }
    const onData = (chunk: Buffer) => {
      if (buffer.add(chunk)) return
      settle(() => reject(tooLarge()))
      req.resume()
    }
    const onEnd = () => settle(() => resolve(buffer.bytes))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () =>
      settle(() => reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
    if (req.destroyed) return onClose()
    req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}
