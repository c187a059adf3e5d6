import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const CHUNK_BYTES = 1024 * 1024
/** No row is larger. */
const MAX_ROW_BYTES = 64 * 1024
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1)

/** Writes rows in the binary format of COPY: `beginRow`, then a value for each column, in order. */
export class BinaryCopyWriter {
  #bytes = Buffer.allocUnsafe(CHUNK_BYTES)
  #end = HEADER.copy(this.#bytes)

  beginRow(columns: number) {
    this.#end = this.#bytes.writeInt16BE(columns, this.#end)
  }

  writeNull() {
    this.#end = this.#bytes.writeInt32BE(-1, this.#end)
  }

  uuid(bytes: Buffer) {
    this.#end = this.#bytes.writeInt32BE(16, this.#end)
    this.#end += bytes.copy(this.#bytes, this.#end)
  }

  text(text: string | null) {
    if (text === null) return this.writeNull()
    const length = this.#bytes.write(text, this.#end + 4)
    this.#bytes.writeInt32BE(length, this.#end)
    this.#end += 4 + length
  }

  int(value: number) {
    this.#end = this.#bytes.writeInt32BE(4, this.#end)
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  intArray(values: Iterable<number>, count: number) {
    const begin = this.#end
    // The header of an array: length, dimensions, no nulls, int4, number of items, lower bound.
    for (const part of [20 + 8 * count, 1, 0, 23, count, 1])
      this.#end = this.#bytes.writeInt32BE(part, this.#end)
    for (const value of values) this.int(value)
    if (this.#end !== begin + 24 + 8 * count)
      throw new RangeError('The number of values does not match the count.')
  }

  textArray(values: readonly string[]) {
    const begin = this.#end
    // As in `intArray`; 25 is text.
    for (const part of [0, 1, 0, 25, values.length, 1])
      this.#end = this.#bytes.writeInt32BE(part, this.#end)
    for (const value of values) this.text(value)
    this.#bytes.writeInt32BE(this.#end - begin - 4, begin)
  }

  boolean(value: boolean) {
    this.#end = this.#bytes.writeInt32BE(1, this.#end)
    this.#end = this.#bytes.writeInt8(value ? 1 : 0, this.#end)
  }

  /** @param time milliseconds since 1970, or null */
  timestamp(time: number | null) {
    if (time === null) return this.writeNull()
    const microseconds = (time - POSTGRES_EPOCH) * 1000
    this.#end = this.#bytes.writeInt32BE(8, this.#end)
    this.#end = this.#bytes.writeBigInt64BE(BigInt(microseconds), this.#end)
  }

  get isFull(): boolean {
    return this.#end > CHUNK_BYTES - MAX_ROW_BYTES
  }

  finish() {
    this.#end = this.#bytes.writeInt16BE(-1, this.#end)
  }

  /** @returns the bytes written since the last call */
  takeChunk(): Buffer {
    const chunk = this.#bytes.subarray(0, this.#end)
    this.#bytes = Buffer.allocUnsafe(CHUNK_BYTES)
    this.#end = 0
    return chunk
  }
}

/** Copies rows into a table. `write` yields after each row. */
export async function copyInto(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  write: (rows: BinaryCopyWriter) => Iterable<void>,
) {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const rows = new BinaryCopyWriter()
  function* chunks() {
    for (const _row of write(rows)) if (rows.isFull) yield rows.takeChunk()
    rows.finish()
    yield rows.takeChunk()
  }
  const to = client.query(
    copyFrom(`COPY "${table}" (${names}) FROM STDIN (FORMAT binary)`, {
      highWaterMark: 4 * CHUNK_BYTES,
    }),
  )
  await pipeline(Readable.from(chunks(), { highWaterMark: 2 }), to)
}
