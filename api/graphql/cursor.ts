import { hash } from 'node:crypto'
import { AppError } from '#api/lib/errors.ts'
import { keyFor } from '#api/lib/keys.ts'

const SEAL_BYTES = 8
const HEX = 2

/**
 * Turns a place in a list into a text for the caller to come back with, and only to this list: the text is sealed with a
 * key of the server and the list's name, so that one made up, cut short or taken from another list is told apart.
 */
export class Cursors {
  readonly #key: string
  readonly #list: string

  /** @param list what tells the list from every other: `feed`, or `search` and the words searched for */
  constructor(secret: string, list: string) {
    this.#key = keyFor('cursors', secret)
    this.#list = list
  }

  encode(place: Buffer): string {
    const text = place.toString('hex')
    return Buffer.from(text + this.#seal(text), 'hex').toString('base64url')
  }

  /**
   * @param field the argument that it came by
   * @throws AppError BAD_INPUT when this is no cursor of the list
   */
  decode(cursor: string, field: string): Buffer {
    const place = this.peek(cursor)
    if (place) return place
    throw new AppError(
      'BAD_INPUT',
      'This is not a cursor of this list. Start from its first page.',
      { field },
    )
  }

  /** As `decode`; null when this is no cursor of the list. */
  peek(cursor: string): Buffer | null {
    const bytes = Buffer.from(cursor, 'base64url')
    const place = bytes.subarray(0, -SEAL_BYTES)
    return this.encode(place) === cursor ? place : null
  }

  /** A quarter of the hash: nobody can go on from there with a text of their own, as they could from all of it. */
  #seal(place: string): string {
    return hash('sha256', `${this.#key}\0${this.#list}\0${place}`, 'hex').slice(0, HEX * SEAL_BYTES)
  }
}

export function uuidToBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function uuidFromBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
