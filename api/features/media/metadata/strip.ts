import { isAvif, stripAvif } from './avif.ts'
import { isJpeg, stripJpeg } from './jpeg.ts'
import { isPng, stripPng } from './png.ts'
import { isWebp, stripWebp } from './webp.ts'

/**
 * Removes what a decoder reads and the stored picture does not keep: texts, thumbnails, all of EXIF but the orientation.
 * Decoders unpack and copy those without a bound. A GIF has none that cost anything.
 * @returns a copy; a damaged file stays damaged
 */
export function withoutMetadata(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes)
  if (isPng(file)) return stripPng(file)
  if (isJpeg(file)) return stripJpeg(file)
  if (isWebp(file)) return stripWebp(file)
  if (isAvif(file)) return stripAvif(file)
  return file
}
