import type { IncomingMessage } from 'node:http'
import { AppError } from '#api/lib/errors.ts'
import { detailOf } from './problem.ts'

const FIRST_PIECE = 64 * 1024

/** Gathers chunks in one piece of memory: a list of chunks of one byte would take a hundred bytes for each. */
export class Gathered {
  #bytes: Buffer
  #length = 0
  readonly #most: number

  /**
   * @param most how many bytes it takes
   * @param expected how many are expected, if that is known
   */
  constructor(most: number, expected = FIRST_PIECE) {
    this.#most = most
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(most, expected))
  }

  /** @returns whether the chunk was within what it takes */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length
    if (length > this.#most) return false
    if (length > this.#bytes.length) this.#grow(length)
    chunk.copy(this.#bytes, this.#length)
    this.#length = length
    return true
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(length: number) {
    const larger = Buffer.allocUnsafeSlow(
      Math.min(this.#most, Math.max(length, 2 * this.#bytes.length)),
    )
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/**
 * Reads a body, and no more of it than it may have.
 * @param most in bytes
 * @param sentence what a caller who sends more is told
 * @throws AppError TOO_LARGE, before anything is read where the length is declared; ECONNRESET when the caller went away
 */
export function readBody(
  req: IncomingMessage,
  most: number,
  sentence = detailOf(413),
): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? Number.NaN)
  const tooLarge = () => new AppError('TOO_LARGE', sentence)
  if (declared > most) return Promise.reject(tooLarge())
  const gathered = new Gathered(most, Number.isNaN(declared) ? undefined : declared)
  return new Promise((resolve, reject) => {
    // An idle connection refers to its last request, so listeners that stay would keep the bytes.
    const settle = (outcome: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      outcome()
    }
    const onData = (chunk: Buffer) => {
      if (gathered.add(chunk)) return
      settle(() => reject(tooLarge()))
      req.resume()
    }
    const onEnd = () => settle(() => resolve(gathered.bytes))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () =>
      settle(() => reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
    if (req.destroyed) return onClose()
    req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}
