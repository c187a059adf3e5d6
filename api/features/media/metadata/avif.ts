/** Item types of images. The decoder copies the data of all other items as metadata. */
const IMAGE_ITEMS = new Set(['av01', 'grid', 'iovl', 'iden'])
/** Size and type of a box. */
const HEADER_BYTES = 8
/** Version and flags, which follow the header of a full box. */
const VERSION_BYTES = 4

export function isAvif(file: Buffer): boolean {
  return file.toString('latin1', 4, 8) === 'ftyp'
}

/** Overwrites metadata entries in the item list with free space, so no decoder reads their data. */
export function stripAvif(file: Buffer): Buffer {
  for (const meta of boxes(file, 'meta')) {
    for (const list of boxes(meta.content.subarray(VERSION_BYTES), 'iinf')) {
      const countBytes = list.content[0] === 0 ? 2 : 4
      for (const entry of boxes(list.content.subarray(VERSION_BYTES + countBytes), 'infe')) {
        if (!IMAGE_ITEMS.has(itemType(entry.content))) entry.type.write('free', 'latin1')
      }
    }
  }
  return file
}

/** Empty for entry versions 0 and 1, which have no item type. */
function itemType(entry: Buffer): string {
  const version = entry[0] ?? 0
  if (version < 2) return ''
  const at = VERSION_BYTES + (version === 2 ? 2 : 4) + 2
  return entry.toString('latin1', at, at + 4)
}

interface Box {
  type: Buffer
  content: Buffer
}

/** The sibling boxes of a type. */
function* boxes(bytes: Buffer, type: string): Generator<Box> {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const { size, header } = boxSize(bytes, at)
    if (size < header) return
    const name = bytes.subarray(at + 4, at + HEADER_BYTES)
    if (name.toString('latin1') === type)
      yield { type: name, content: bytes.subarray(at + header, at + size) }
    at += size
  }
}

/** Size 0 means the rest of the file; size 1 means that a 64-bit size follows. */
function boxSize(bytes: Buffer, at: number): { size: number; header: number } {
  const size = bytes.readUInt32BE(at)
  if (size === 0) return { size: bytes.length - at, header: HEADER_BYTES }
  if (size > 1) return { size, header: HEADER_BYTES }
  const header = HEADER_BYTES + 8
  return {
    size: at + header <= bytes.length ? Number(bytes.readBigUInt64BE(at + HEADER_BYTES)) : 0,
    header,
  }
}
