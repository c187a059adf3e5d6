import { createHmac } from 'node:crypto'
import { AppError } from '../errors.ts'
import { remember } from '../remember.ts'

const SEAL_BYTES = 8
/** Places by their cursors, of those that came lately: each is looked at twice, and a seal takes longer than all else about it. */
const opened = new Map<string, Buffer>()
const MOST_OPENED = 1_000

/**
 * Turns a place in a list into a text for the caller to come back with, and only to this list: the text is sealed with the
 * server's secret and the list's name, so that one made up, cut short or taken from another list is told apart.
 */
export class Cursors {
  readonly #secret: string
  readonly #list: string

  /** @param list what tells the list from every other: `feed`, or `search` and the words searched for */
  constructor(secret: string, list: string) {
    this.#secret = secret
    this.#list = list
  }

  encode(place: Buffer): string {
    return Buffer.concat([place, this.#seal(place)]).toString('base64url')
  }

  /**
   * @param field the argument that it came by
   * @throws AppError BAD_INPUT when this is no cursor of the list
   */
  decode(cursor: string, field: string): Buffer {
    const place = this.peek(cursor)
    if (place) return place
    throw new AppError('BAD_INPUT', 'This is not a cursor of this list. Start from its first page.', { field })
  }

  /** As `decode`; null when this is no cursor of the list. */
  peek(cursor: string): Buffer | null {
    const key = `${this.#secret} ${this.#list} ${cursor}`
    const known = opened.get(key)
    if (known) return known
    const place = Buffer.from(cursor, 'base64url').subarray(0, -SEAL_BYTES)
    if (this.encode(place) !== cursor) return null
    remember(opened, key, place, MOST_OPENED)
    return place
  }

  #seal(place: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update(this.#list).update('\0').update(place).digest().subarray(0, SEAL_BYTES)
  }
}

export function uuidToBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function uuidFromBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
