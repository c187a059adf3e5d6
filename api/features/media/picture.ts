import { hash } from 'node:crypto'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '#api/lib/errors.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { SMALL_SIDE } from './media.rules.ts'
import { stripMetadata } from './metadata/strip-metadata.ts'

/** Three WebP sizes of an upload, upright and without metadata. */
export interface Picture {
  /** SHA-256 of `display`, in hexadecimal. */
  hash: string
  display: Uint8Array
  small: Uint8Array
  /** The middle of it, without movement: for avatars. */
  thumbnail: Uint8Array
  /** Of `display`, in pixels. */
  width: number
  height: number
  /** A ThumbHash in base64. */
  placeholder: string
}

// The longest sides, in pixels.
const DISPLAY_SIDE = 1_600
const PLACEHOLDER_SIDE = 100
/** Of the square thumbnail: 44 pixels of the page on the densest screens. */
const THUMBNAIL_SIDE = 132
const MAX_FRAMES = 200
/** All scaled frames together: encoding this many takes a few seconds. */
const MAX_ANIMATED_PIXELS = 20_000_000
const MEGAPIXEL = 1_000_000
/** All frames together. AVIF (`heif` in sharp) takes three times the time and memory of others. */
const maxMegapixels: Partial<Record<string, number>> = {
  jpeg: 50,
  png: 50,
  webp: 50,
  gif: 50,
  heif: 16,
}

// The process pool limits concurrency, so each picture gets one thread and no cache.
sharp.concurrency(1)
sharp.cache(false)
// Only these formats: sharp could also load SVG, TIFF and others.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
})

/**
 * Re-encodes an upload. Detects the format from the content; animations stay animated.
 * @throws AppError UNSUPPORTED_MEDIA unless it is a valid JPEG, PNG, WebP, GIF or AVIF;
 * TOO_LARGE for too many pixels
 */
export async function makePicture(upload: Uint8Array): Promise<Picture> {
  const bytes = stripMetadata(upload)
  const header = await readHeader(bytes)
  try {
    return await render(bytes, header)
  } catch {
    throw unsupported(bytes, 'PICTURE_UNREADABLE')
  }
}

interface Header {
  frames: number
  /** The longest side of the display size, in pixels. */
  side: number
}

async function readHeader(bytes: Uint8Array): Promise<Header> {
  const metadata = await metadataOf(bytes).catch(() => null)
  const megapixels = metadata && maxMegapixels[metadata.format]
  if (!metadata || !megapixels) throw unsupported(bytes, 'PICTURE_TYPE_INVALID')
  const { width, height, depth } = metadata
  const frames = framesOf(metadata)
  // 16 bits per channel take twice the memory.
  const maxPixels = depth === 'uchar' ? megapixels : megapixels / 2
  if (width * height * frames > maxPixels * MEGAPIXEL) {
    throw new AppError('TOO_LARGE', 'PICTURE_TOO_MANY_PIXELS', {
      message: `That photo has too many pixels. Please choose one with at most ${maxPixels} million.`,
    })
  }
  return { frames, side: frames > 1 ? animatedSide(width, height, frames) : DISPLAY_SIDE }
}

async function metadataOf(bytes: Uint8Array): Promise<Metadata> {
  // `readHeader` checks the size, with a message that sharp's own limit can't give.
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

function framesOf({ format, pages = 1 }: Metadata): number {
  // Further pages of an AVIF are separate images, not frames.
  return format === 'gif' || format === 'webp' ? Math.min(pages, MAX_FRAMES) : 1
}

/** The longest side that keeps all frames within MAX_ANIMATED_PIXELS. */
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
    hash: hash('sha256', display, 'hex'),
    display,
    small,
    thumbnail: await thumbnail(small),
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

function thumbnail(small: Uint8Array): Promise<Buffer> {
  const square = sharp(small).resize({
    width: THUMBNAIL_SIDE,
    height: THUMBNAIL_SIDE,
    withoutEnlargement: true,
  })
  return square.webp({ quality: 80, smartSubsample: true }).toBuffer()
}

async function placeholder(display: Uint8Array): Promise<string> {
  const still = scaled(sharp(display), PLACEHOLDER_SIDE).ensureAlpha().raw()
  const { data, info } = await still.toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

const HEIC = /^....ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s

function unsupported(bytes: Uint8Array, reason: FixedReason): AppError {
  const isHeic = HEIC.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))
  return new AppError('UNSUPPORTED_MEDIA', isHeic ? 'PICTURE_HEIC' : reason)
}
