import { keepOrientation } from './exif.ts'

const SOI = 0xd8
const EOI = 0xd9
const COM = 0xfe
const APP0 = 0xe0
const APP15 = 0xef
const EXIF = 'Exif\0\0'
/** As many segments as a colour profile may have. */
const MAX_PROFILE_SEGMENTS = 255

/** Application segments that change what is seen: their marker, how they begin, and how many of them a valid file has at most. */
const SEEN = [
  { marker: 0xe0, name: 'JFIF\0', most: 1 },
  { marker: 0xe1, name: EXIF, most: 1 },
  { marker: 0xe2, name: 'ICC_PROFILE\0', most: MAX_PROFILE_SEGMENTS },
  { marker: 0xee, name: 'Adobe', most: 1 },
]

export function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === SOI
}

/** Drops comments, application segments that change nothing that is seen, and what follows the end. Moves what is kept together. */
export function stripJpeg(file: Buffer): Buffer {
  const mayStay = segmentFilter(file)
  let kept = 0
  let from = 0
  const keepUntil = (end: number) => {
    if (end === from) return
    file.copyWithin(kept, from, end)
    kept += Math.min(end, file.length) - from
  }
  for (let at = nextMarker(file, 2); at >= 0; ) {
    const marker = file[at + 1] ?? EOI
    const end = marker === EOI || marker === SOI ? at + 2 : at + 2 + lengthAt(file, at + 2)
    if (marker === EOI) {
      keepUntil(end)
      return file.subarray(0, kept)
    }
    if (!mayStay(marker, at + 4, end)) {
      keepUntil(at)
      from = Math.min(end, file.length)
    }
    at = nextMarker(file, end)
  }
  keepUntil(file.length)
  return file.subarray(0, kept)
}

function segmentFilter(file: Buffer): (marker: number, start: number, end: number) => boolean {
  const kinds = SEEN.map((kind) => ({ ...kind, left: kind.most }))
  return (marker, start, end) => {
    if (marker !== COM && (marker < APP0 || marker > APP15)) return true
    const kind = kinds.find((each) => each.marker === marker && startsWith(file, start, each.name))
    if (!kind || kind.left === 0) return false
    kind.left--
    if (kind.name === EXIF) keepOrientation(file.subarray(start, end))
    return true
  }
}

/** Byte by byte, since a file may have a million segments. */
function startsWith(file: Buffer, start: number, name: string): boolean {
  for (let n = 0; n < name.length; n++) if (file[start + n] !== name.charCodeAt(n)) return false
  return true
}

/** Where the next marker with a meaning of its own begins, as a decoder finds it in headers and between scans; -1 for none. */
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
