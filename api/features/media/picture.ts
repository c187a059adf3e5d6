import { createHash } from 'node:crypto'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '#api/lib/errors.ts'
import { messages } from '#rules/messages.ts'
import { withoutMetadata } from './metadata/strip.ts'

/** A picture as it is kept: WebP twice, turned upright, with nothing of the original but what is seen. */
export interface Picture {
  /** SHA-256 of `display`, hexadecimal. */
  hash: string
  display: Uint8Array
  small: Uint8Array
  /** Of `display`, in pixels. */
  width: number
  height: number
  /** A thumbhash, base64. */
  placeholder: string
}

const DISPLAY_SIDE = 1_600
const SMALL_SIDE = 640
const PLACEHOLDER_SIDE = 100
const MAX_FRAMES = 200
/** Of all frames together once they are scaled down: what can be encoded in a few seconds. */
const MAX_ANIMATED_PIXELS = 20_000_000
const MEGAPIXEL = 1_000_000
/** What each format may unpack to, all kept frames together. AVIF (the library's `heif`) takes three times the time and memory of others. */
const maxMegapixels: Partial<Record<string, number>> = {
  jpeg: 50,
  png: 50,
  webp: 50,
  gif: 50,
  heif: 16,
}

// One thread a picture and nothing kept of it: whoever calls decides how many run at once.
sharp.concurrency(1)
sharp.cache(false)
// The loaders of these five formats alone; the library's others read SVG, TIFF and the like.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
})

/**
 * Reads an uploaded file, told by its content, and makes of it what is kept. Animations stay animated.
 * @throws AppError UNSUPPORTED_MEDIA for anything but a readable JPEG, PNG, WebP, GIF or AVIF; TOO_LARGE for too many pixels
 */
export async function makePicture(upload: Uint8Array): Promise<Picture> {
  const bytes = withoutMetadata(upload)
  const header = await readHeader(bytes)
  try {
    return await render(bytes, header)
  } catch {
    throw unreadable(bytes, messages.pictureFailed.description)
  }
}

interface Header {
  frames: number
  /** The longest one of the display size, in pixels. */
  side: number
}

async function readHeader(bytes: Uint8Array): Promise<Header> {
  const metadata = await metadataOf(bytes).catch(() => null)
  const megapixels = metadata && maxMegapixels[metadata.format]
  if (!metadata || !megapixels) throw unreadable(bytes, messages.pictureType.description)
  const { width, height, depth } = metadata
  const frames = framesOf(metadata)
  // Sixteen bits a channel take twice the memory.
  const maxPixels = depth === 'uchar' ? megapixels : megapixels / 2
  if (width * height * frames > maxPixels * MEGAPIXEL) {
    throw new AppError(
      'TOO_LARGE',
      `That picture has too many pixels. Please select one with at most ${maxPixels} million.`,
    )
  }
  return { frames, side: frames > 1 ? animatedSide(width, height, frames) : DISPLAY_SIDE }
}

async function metadataOf(bytes: Uint8Array): Promise<Metadata> {
  // The library's own limit could not say what is wrong.
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

function framesOf({ format, pages = 1 }: Metadata): number {
  // Further pages of an AVIF are other pictures, not frames.
  return format === 'gif' || format === 'webp' ? Math.min(pages, MAX_FRAMES) : 1
}

/** The longest side at which the frames together stay within what is encoded of an animation. */
function animatedSide(width: number, height: number, frames: number): number {
  const scale = Math.min(1, Math.sqrt(MAX_ANIMATED_PIXELS / (width * height * frames)))
  return Math.max(1, Math.min(DISPLAY_SIDE, Math.floor(Math.max(width, height) * scale)))
}

async function render(bytes: Uint8Array, { frames, side }: Header): Promise<Picture> {
  const animated = frames > 1
  const source = sharp(bytes, { pages: frames, failOn: 'error', autoOrient: !animated })
  const { data: display, info } = await webp(source, side, animated).toBuffer({
    resolveWithObject: true,
  })
  const { width } = info
  const height = info.pageHeight ?? info.height
  const fits = Math.max(width, height) <= SMALL_SIDE
  const small = fits
    ? display
    : await webp(sharp(display, { pages: frames }), SMALL_SIDE, animated).toBuffer()
  return {
    hash: createHash('sha256').update(display).digest('hex'),
    display,
    small,
    width,
    height,
    placeholder: await placeholder(display),
  }
}

function webp(source: Sharp, side: number, animated: boolean) {
  return scaled(source, side).webp({ quality: 80, smartSubsample: true, effort: animated ? 2 : 4 })
}

function scaled(source: Sharp, side: number) {
  return source.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

async function placeholder(display: Uint8Array): Promise<string> {
  const still = scaled(sharp(display), PLACEHOLDER_SIDE).ensureAlpha().raw()
  const { data, info } = await still.toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

const HEIC_REFUSED =
  'HEIC pictures cannot be read here. Please select a JPEG, PNG, WebP, GIF or AVIF.'
const HEIC = /^....ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s

function unreadable(bytes: Uint8Array, message: string): AppError {
  const isHeic = HEIC.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))
  return new AppError('UNSUPPORTED_MEDIA', isHeic ? HEIC_REFUSED : message)
}
