const PREFIX = Buffer.from('Exif\0\0', 'latin1')
/** A TIFF directory with one entry: the orientation, as a little-endian SHORT at VALUE_OFFSET. */
const ORIENTATION_ONLY = Buffer.from(
  '49492a00080000000100120103000100000000000000' + '00000000',
  'hex',
)
const VALUE_OFFSET = 18
const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

/** Overwrites an EXIF block in place: the orientation stays, everything else becomes zeros. */
export function stripExif(exif: Buffer): void {
  const start = exif.subarray(0, PREFIX.length).equals(PREFIX) ? PREFIX.length : 0
  const tiff = exif.subarray(start)
  const orientation = orientationOf(tiff)
  tiff.fill(0)
  if (orientation === null) return
  ORIENTATION_ONLY.copy(tiff)
  tiff.writeUInt16LE(orientation, VALUE_OFFSET)
}

/** 1 to 8; null if the block has no orientation or isn't TIFF. */
function orientationOf(tiff: Buffer): number | null {
  if (tiff.length < ORIENTATION_ONLY.length) return null
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const readUint16 = (at: number) =>
    order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return null
  const first = directory + 2
  const end = Math.min(first + readUint16(directory) * ENTRY_BYTES, tiff.length - ENTRY_BYTES + 1)
  for (let at = first; at < end; at += ENTRY_BYTES) {
    if (readUint16(at) !== ORIENTATION_TAG) continue
    const value = readUint16(at + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
