import { stripExif } from './exif.ts'

const FIRST_CHUNK_OFFSET = 12
const CHUNK_HEADER_BYTES = 8

export function isWebp(file: Buffer): boolean {
  return (
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, FIRST_CHUNK_OFFSET) === 'WEBP'
  )
}

/** Strips EXIF in place. XMP and unknown chunks stay: the decoder copies them once at most. */
export function stripWebp(file: Buffer): Buffer {
  for (let at = FIRST_CHUNK_OFFSET; at + CHUNK_HEADER_BYTES <= file.length; ) {
    const size = file.readUInt32LE(at + 4)
    const data = at + CHUNK_HEADER_BYTES
    if (file.toString('latin1', at, at + 4) === 'EXIF') stripExif(file.subarray(data, data + size))
    at = data + size + (size % 2)
  }
  return file
}
