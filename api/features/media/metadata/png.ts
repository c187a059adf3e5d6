import { crc32 } from 'node:zlib'
import { stripExif } from './exif.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
/** Ancillary chunks that affect the pixels. A valid file has each at most once. */
const VISIBLE_CHUNKS = new Set(['tRNS', 'iCCP', 'eXIf'])
/** A chunk's length, type and checksum. */
const CHUNK_OVERHEAD_BYTES = 12

export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

/** Drops invisible ancillary chunks and trailing data. Works in place. */
export function stripPng(file: Buffer): Buffer {
  const visible = new Set(VISIBLE_CHUNKS)
  let length = SIGNATURE.length
  for (let at = SIGNATURE.length; at + CHUNK_OVERHEAD_BYTES <= file.length; ) {
    const type = file.toString('latin1', at + 4, at + 8)
    const end = Math.min(at + CHUNK_OVERHEAD_BYTES + file.readUInt32BE(at), file.length)
    if (CRITICAL.has(type) || visible.delete(type)) {
      if (type === 'eXIf') stripExifChunk(file.subarray(at, end))
      file.copyWithin(length, at, end)
      length += end - at
    }
    if (type === 'IEND') break
    at = end
  }
  return file.subarray(0, length)
}

function stripExifChunk(chunk: Buffer): void {
  const checksumOffset = chunk.length - 4
  stripExif(chunk.subarray(8, checksumOffset))
  chunk.writeUInt32BE(crc32(chunk.subarray(4, checksumOffset)), checksumOffset)
}
