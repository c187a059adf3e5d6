import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Blurred noise in a hue: each size and hue gives another file. */
export function photo({ width = 80, height = 60, hue = 30 } = {}) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .blur(4)
    .tint(`hsl(${hue}, 80%, 50%)`)
}

/** A photo like a camera's: rotated by EXIF, with location and name. Upright, red is above blue. */
export function cameraPhoto(): Sharp {
  const [width, height] = [80, 60]
  // Orientation 6 means a clockwise rotation, so the left half of the file is at the bottom.
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: 'Ada Secret', Software: 'SecretCam' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 51/1 29/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '2/1 17/1 40/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">SecretPlace</rdf:RDF>' +
        '</x:xmpmeta>',
    )
}

/** A GIF with one-pixel frames, 15 bytes each. */
export function gif(frames: number, { width = 1, height = 1 } = {}): Buffer {
  const header = Buffer.from([
    ...Buffer.from('GIF89a'),
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    200,
    0,
  ])
  const loop = Buffer.from([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0])
  const frame = (n: number) => [
    0x21,
    0xf9,
    4,
    0,
    5,
    0,
    0,
    0,
    0x2c,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    n % 2 ? 0x44 : 0x4c,
    1,
    0,
  ]
  return Buffer.concat([
    header,
    loop,
    ...Array.from({ length: frames }, (_, n) => Buffer.from(frame(n))),
    Buffer.from([0x3b]),
  ])
}

/** A PNG of one pixel, whose header may claim a larger size. */
export function png({ width = 1, height = 1, extra = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const pixels = deflateSync(Buffer.from([0, 200, 100, 50]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Zeros, deflated to about a thousandth of their size. */
export function deflatedZeros(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes))
}
