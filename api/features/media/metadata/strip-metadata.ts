import { isAvif, stripAvif } from './avif.ts'
import { isJpeg, stripJpeg } from './jpeg.ts'
import { isPng, stripPng } from './png.ts'
import { isWebp, stripWebp } from './webp.ts'

/**
 * Removes text, thumbnails, and EXIF except the orientation, which decoders unpack without a limit.
 * GIF metadata is harmless.
 * @returns a copy; a damaged file stays damaged
 */
export function stripMetadata(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes)
  if (isPng(file)) return stripPng(file)
  if (isJpeg(file)) return stripJpeg(file)
  if (isWebp(file)) return stripWebp(file)
  if (isAvif(file)) return stripAvif(file)
  return file
}
