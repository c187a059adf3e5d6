import sharp from 'sharp'

const SIDE = 64

interface Item {
  type: 'av01' | 'grid' | 'mime'
  /** The item's extents. The file stores equal buffers once. */
  data: Buffer[]
  /** The numbers of the items that it consists of or describes. Item 1 is the picture. */
  refersTo?: number[]
  height?: number
}

/** A column of equal tiles and metadata items, each padded with copies of a zero buffer. */
export async function tiledAvif({
  tiles = 1,
  metadata = 0,
  padding = 0,
  copies = 1,
}): Promise<Buffer> {
  const height = SIDE * tiles
  const numbers = Array.from({ length: tiles }, (_, n) => n + 2)
  const grid = Buffer.concat([Buffer.from([0, 0, tiles - 1, 0]), u16(SIDE, height)])
  const padded = Array<Buffer>(copies).fill(Buffer.alloc(padding))
  const { pixels } = await tile
  return avif([
    { type: 'grid', data: [grid], refersTo: numbers, height },
    ...numbers.map((): Item => ({ type: 'av01', data: metadata ? [pixels] : [pixels, ...padded] })),
    ...Array<Item>(metadata).fill({ type: 'mime', data: padded, refersTo: [1] }),
  ])
}

/** Assembles an AVIF by hand, which allows hostile structures. */
async function avif(items: Item[]): Promise<Buffer> {
  const { decoder } = await tile
  const content = [...new Set(items.flatMap(({ data }) => data))]
  const heights = [...new Set(items.map(({ height = SIDE }) => height))]
  const entries = items.map(({ type }, n) =>
    box(
      'infe',
      Buffer.from([2, 0, 0, 0]),
      u16(n + 1, 0),
      Buffer.from(`${type}\0${type === 'mime' ? 'application/rdf+xml\0' : ''}`),
    ),
  )
  const properties = items.map(({ height = SIDE }, n) =>
    Buffer.concat([u16(n + 1), Buffer.from([2, 0x81, 2 + heights.indexOf(height)])]),
  )
  const references = items.flatMap(({ type, refersTo: to }, n) =>
    to ? box(type === 'mime' ? 'cdsc' : 'dimg', u16(n + 1, to.length, ...to)) : [],
  )
  const meta = (start: number) => {
    const offsets = new Map<Buffer, number>()
    for (const [n, piece] of content.entries())
      offsets.set(piece, start + Buffer.concat(content.slice(0, n)).length)
    const locations = items.map(({ data }, n) =>
      Buffer.concat([
        u16(n + 1, 0, data.length),
        ...data.map((piece) => u32(offsets.get(piece) ?? 0, piece.length)),
      ]),
    )
    return fullBox(
      'meta',
      fullBox('hdlr', u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', u16(1)),
      fullBox('iloc', Buffer.from([0x44, 0]), u16(items.length), ...locations),
      fullBox('iinf', u16(items.length), ...entries),
      box(
        'iprp',
        box(
          'ipco',
          box('av1C', decoder),
          ...heights.map((height) => fullBox('ispe', u32(SIDE, height))),
        ),
        fullBox('ipma', u32(items.length), ...properties),
      ),
      fullBox('iref', ...references),
    )
  }
  const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'))
  return Buffer.concat([ftyp, meta(ftyp.length + meta(0).length + 8), box('mdat', ...content)])
}

const tile = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#08f' } })
  .avif()
  .toBuffer()
  .then((file) => ({ pixels: contentOf(file, 'mdat'), decoder: contentOf(file, 'av1C') }))

/** The content of the file's first box of this type. */
function contentOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type)
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4))
}

function box(type: string, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(type), bytes])
}

function fullBox(type: string, ...content: Buffer[]): Buffer {
  return box(type, u32(0), ...content)
}

function u16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [n, number] of numbers.entries()) bytes.writeUInt16BE(number, n * 2)
  return bytes
}

function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [n, number] of numbers.entries()) bytes.writeUInt32BE(number, n * 4)
  return bytes
}
