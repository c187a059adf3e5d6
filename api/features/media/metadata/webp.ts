import { keepOrientation } from './exif.ts'

const FIRST_CHUNK = 12
const CHUNK_HEADER = 8

export function isWebp(file: Buffer): boolean {
  return (
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, FIRST_CHUNK) === 'WEBP'
  )
}

/** Leaves of EXIF the orientation alone. The decoder copies XMP and unknown chunks once at most, so they may stay. */
export function stripWebp(file: Buffer): Buffer {
  for (let at = FIRST_CHUNK; at + CHUNK_HEADER <= file.length; ) {
    const size = file.readUInt32LE(at + 4)
    const data = at + CHUNK_HEADER
    if (file.toString('latin1', at, at + 4) === 'EXIF')
      keepOrientation(file.subarray(data, data + size))
    at = data + size + (size % 2)
  }
  return file
}
