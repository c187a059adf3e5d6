/** Items that are pictures or made of them. The decoder copies all data of any other item as metadata. */
const PICTURES = new Set(['av01', 'grid', 'iovl', 'iden'])
/** Bytes of a box's header: size and type. */
const HEADER = 8
/** Bytes of version and flags, which follow the header of some boxes. */
const VERSION = 4

export function isAvif(file: Buffer): boolean {
  return file.toString('latin1', 4, 8) === 'ftyp'
}

/** Turns the entries of metadata in the list of items into free space, so that no decoder looks for their data. */
export function stripAvif(file: Buffer): Buffer {
  for (const meta of boxes(file, 'meta')) {
    for (const list of boxes(meta.content.subarray(VERSION), 'iinf')) {
      const countBytes = list.content[0] === 0 ? 2 : 4
      for (const entry of boxes(list.content.subarray(VERSION + countBytes), 'infe')) {
        if (!PICTURES.has(itemType(entry.content))) entry.type.write('free', 'latin1')
      }
    }
  }
  return file
}

/** Empty in the oldest versions of an entry, which have none. */
function itemType(entry: Buffer): string {
  const version = entry[0] ?? 0
  if (version < 2) return ''
  const at = VERSION + (version === 2 ? 2 : 4) + 2
  return entry.toString('latin1', at, at + 4)
}

interface Box {
  type: Buffer
  content: Buffer
}

/** The boxes of a type that are side by side in these bytes. */
function* boxes(bytes: Buffer, type: string): Generator<Box> {
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const { size, header } = sizeOf(bytes, at)
    if (size < header) return
    const name = bytes.subarray(at + 4, at + HEADER)
    if (name.toString('latin1') === type)
      yield { type: name, content: bytes.subarray(at + header, at + size) }
    at += size
  }
}

/** A size of 0 means the rest of the file, and 1 that a number of 64 bits follows. */
function sizeOf(bytes: Buffer, at: number): { size: number; header: number } {
  const size = bytes.readUInt32BE(at)
  if (size === 0) return { size: bytes.length - at, header: HEADER }
  if (size > 1) return { size, header: HEADER }
  const header = HEADER + 8
  return {
    size: at + header <= bytes.length ? Number(bytes.readBigUInt64BE(at + HEADER)) : 0,
    header,
  }
}
