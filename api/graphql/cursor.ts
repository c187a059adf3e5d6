import { hash } from 'node:crypto'
import { AppError } from '#api/lib/errors.ts'
import { keyFor } from '#api/lib/keys.ts'

const SIGNATURE_BYTES = 8
const HEX_DIGITS_PER_BYTE = 2

/**
 * Opaque cursors of one list. A signature over the position and the list's name rejects cursors
 * that are forged, truncated or from another list.
 */
export class Cursors {
  readonly #key: string
  readonly #list: string

  /** @param list a unique name, for example `feed`, or `search` with its query */
  constructor(secret: string, list: string) {
    this.#key = keyFor('cursors', secret)
    this.#list = list
  }

  encode(position: Buffer): string {
    const text = position.toString('hex')
    return Buffer.from(text + this.#sign(text), 'hex').toString('base64url')
  }

  /**
   * @param field the argument to name in the error
   * @throws AppError BAD_INPUT for a cursor that does not belong to this list
   */
  decode(cursor: string, field: string): Buffer {
    const position = Buffer.from(cursor, 'base64url').subarray(0, -SIGNATURE_BYTES)
    if (this.encode(position) === cursor) return position
    throw new AppError('BAD_INPUT', 'CURSOR_INVALID', { field })
  }

  /** Truncates the hash, which prevents length extension attacks. */
  #sign(position: string): string {
    return hash('sha256', `${this.#key}\0${this.#list}\0${position}`, 'hex').slice(
      0,
      HEX_DIGITS_PER_BYTE * SIGNATURE_BYTES,
    )
  }
}

export function uuidToBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function uuidFromBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
