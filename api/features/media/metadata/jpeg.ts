import { stripExif } from './exif.ts'

const SOI = 0xd8
const EOI = 0xd9
const COM = 0xfe
const APP0 = 0xe0
const APP15 = 0xef
const EXIF = 'Exif\0\0'
/** The maximum number of segments that a colour profile can have. */
const MAX_PROFILE_SEGMENTS = 255

/** Application segments that affect the pixels, and the most that a valid file has of each. */
const VISIBLE_SEGMENTS = [
  { marker: 0xe0, name: 'JFIF\0', max: 1 },
  { marker: 0xe1, name: EXIF, max: 1 },
  { marker: 0xe2, name: 'ICC_PROFILE\0', max: MAX_PROFILE_SEGMENTS },
  { marker: 0xee, name: 'Adobe', max: 1 },
]

export function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === SOI
}

/** Drops comments, invisible application segments and trailing data. Works in place. */
export function stripJpeg(file: Buffer): Buffer {
  const isVisible = createSegmentFilter(file)
  let length = 0
  let start = 0
  const copyUntil = (end: number) => {
    if (end === start) return
    file.copyWithin(length, start, end)
    length += Math.min(end, file.length) - start
  }
  for (let at = nextMarker(file, 2); at >= 0; ) {
    const marker = file[at + 1] ?? EOI
    const end = marker === EOI || marker === SOI ? at + 2 : at + 2 + lengthAt(file, at + 2)
    if (marker === EOI) {
      copyUntil(end)
      return file.subarray(0, length)
    }
    if (!isVisible(marker, at + 4, end)) {
      copyUntil(at)
      start = Math.min(end, file.length)
    }
    at = nextMarker(file, end)
  }
  copyUntil(file.length)
  return file.subarray(0, length)
}

function createSegmentFilter(
  file: Buffer,
): (marker: number, start: number, end: number) => boolean {
  const kinds = VISIBLE_SEGMENTS.map((kind) => ({ ...kind, remaining: kind.max }))
  return (marker, start, end) => {
    if (marker !== COM && (marker < APP0 || marker > APP15)) return true
    const kind = kinds.find((each) => each.marker === marker && startsWith(file, start, each.name))
    if (!kind || kind.remaining === 0) return false
    kind.remaining--
    if (kind.name === EXIF) stripExif(file.subarray(start, end))
    return true
  }
}

/** Allocates nothing, because a file can have a million segments. */
function startsWith(file: Buffer, start: number, name: string): boolean {
  for (let index = 0; index < name.length; index++)
    if (file[start + index] !== name.charCodeAt(index)) return false
  return true
}

/** The offset of the next marker that isn't part of scan data or padding; -1 if there is none. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1]
    const isData =
      code === undefined || code <= 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd7)
    if (!isData) return at
  }
  return -1
}

function lengthAt(file: Buffer, at: number): number {
  return at + 2 <= file.length ? file.readUInt16BE(at) : 0
}
