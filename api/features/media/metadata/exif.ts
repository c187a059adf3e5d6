const PREFIX = Buffer.from('Exif\0\0', 'latin1')
/** A block of one entry, whose value is at `VALUE_AT`: the orientation, as a little-endian SHORT. */
const MINIMAL = Buffer.from('49492a00080000000100120103000100000000000000' + '00000000', 'hex')
const VALUE_AT = 18
const TAG = 0x0112
const ENTRY_BYTES = 12

/** Overwrites a block of EXIF in place: its orientation stays, everything else becomes zeros. */
export function keepOrientation(exif: Buffer): void {
  const start = exif.subarray(0, PREFIX.length).equals(PREFIX) ? PREFIX.length : 0
  const tiff = exif.subarray(start)
  const orientation = orientationOf(tiff)
  tiff.fill(0)
  if (orientation === null) return
  MINIMAL.copy(tiff)
  tiff.writeUInt16LE(orientation, VALUE_AT)
}

/** 1 to 8; null where the block has none, or is not TIFF. */
function orientationOf(tiff: Buffer): number | null {
  if (tiff.length < MINIMAL.length) return null
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return null
  const first = directory + 2
  const end = Math.min(first + u16(directory) * ENTRY_BYTES, tiff.length - ENTRY_BYTES + 1)
  for (let at = first; at < end; at += ENTRY_BYTES) {
    if (u16(at) !== TAG) continue
    const value = u16(at + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
