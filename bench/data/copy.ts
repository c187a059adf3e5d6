import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const CHUNK = 1024 * 1024
/** More than any row takes. */
const ROW = 64 * 1024
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const EPOCH = Date.UTC(2000, 0, 1)

/** Writes rows as COPY takes them in binary. A row is `begin` and then a value for each column, in order. */
export class CopyRows {
  #bytes = Buffer.allocUnsafe(CHUNK)
  #end = HEADER.copy(this.#bytes)

  begin(columns: number) {
    this.#end = this.#bytes.writeInt16BE(columns, this.#end)
  }

  nothing() {
    this.#end = this.#bytes.writeInt32BE(-1, this.#end)
  }

  uuid(bytes: Buffer) {
    this.#end = this.#bytes.writeInt32BE(16, this.#end)
    this.#end += bytes.copy(this.#bytes, this.#end)
  }

  text(text: string | null) {
    if (text === null) return this.nothing()
    const length = this.#bytes.write(text, this.#end + 4)
    this.#bytes.writeInt32BE(length, this.#end)
    this.#end += 4 + length
  }

  int(value: number) {
    this.#end = this.#bytes.writeInt32BE(4, this.#end)
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  ints(values: Iterable<number>, count: number) {
    const begin = this.#end
    // One dimension, nothing null, the type int4, so many from 1 on.
    for (const part of [20 + 8 * count, 1, 0, 23, count, 1])
      this.#end = this.#bytes.writeInt32BE(part, this.#end)
    for (const value of values) this.int(value)
    if (this.#end !== begin + 24 + 8 * count)
      throw new RangeError('There were not as many numbers as said.')
  }

  yes(value: boolean) {
    this.#end = this.#bytes.writeInt32BE(1, this.#end)
    this.#end = this.#bytes.writeInt8(value ? 1 : 0, this.#end)
  }

  /** @param time milliseconds since 1970, or null */
  time(time: number | null) {
    if (time === null) return this.nothing()
    const microseconds = (time - EPOCH) * 1000
    this.#end = this.#bytes.writeInt32BE(8, this.#end)
    this.#end = this.#bytes.writeInt32BE(Math.floor(microseconds / 2 ** 32), this.#end)
    this.#end = this.#bytes.writeUInt32BE(microseconds % 2 ** 32, this.#end)
  }

  get isFull(): boolean {
    return this.#end > CHUNK - ROW
  }

  finish() {
    this.#end = this.#bytes.writeInt16BE(-1, this.#end)
  }

  /** What was written since the last time. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#end)
    this.#bytes = Buffer.allocUnsafe(CHUNK)
    this.#end = 0
    return taken
  }
}

/** Copies rows into a table: `write` writes one row for each time that it yields. */
export async function copyInto(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  write: (rows: CopyRows) => Iterable<void>,
) {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const rows = new CopyRows()
  function* chunks() {
    for (const _row of write(rows)) if (rows.isFull) yield rows.take()
    rows.finish()
    yield rows.take()
  }
  const to = client.query(
    copyFrom(`COPY "${table}" (${names}) FROM STDIN (FORMAT binary)`, { highWaterMark: 4 * CHUNK }),
  )
  await pipeline(Readable.from(chunks(), { highWaterMark: 2 }), to)
}
