import { crc32 } from 'node:zlib'
import { keepOrientation } from './exif.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
/** Ancillary chunks that change what is seen. A valid file has each at most once. */
const SEEN = new Set(['tRNS', 'iCCP', 'eXIf'])
/** Bytes of a chunk around its data: length, type and checksum. */
const FRAME = 12

export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

/** Drops the ancillary chunks that change nothing that is seen, and what follows the end. Moves what is kept together. */
export function stripPng(file: Buffer): Buffer {
  const wanted = new Set(SEEN)
  let kept = SIGNATURE.length
  for (let at = SIGNATURE.length; at + FRAME <= file.length; ) {
    const type = file.toString('latin1', at + 4, at + 8)
    const end = Math.min(at + FRAME + file.readUInt32BE(at), file.length)
    if (CRITICAL.has(type) || wanted.delete(type)) {
      if (type === 'eXIf') keepOrientationAlone(file.subarray(at, end))
      file.copyWithin(kept, at, end)
      kept += end - at
    }
    if (type === 'IEND') break
    at = end
  }
  return file.subarray(0, kept)
}

function keepOrientationAlone(chunk: Buffer): void {
  const checksumAt = chunk.length - 4
  keepOrientation(chunk.subarray(8, checksumAt))
  chunk.writeUInt32BE(crc32(chunk.subarray(4, checksumAt)), checksumAt)
}
