import sharp from 'sharp'
import { expect, test } from 'vitest'
import { chunk, deflatedZeros, gif, photo, png } from '#api/test/pictures/pictures.ts'
import { createPicturePool } from './picture-pool.ts'

const tooLarge = { code: 'TOO_LARGE', message: expect.stringMatching(/too many pixels/) }
const notAPicture = { code: 'UNSUPPORTED_MEDIA', message: 'Please select an image file' }
const broken = { code: 'UNSUPPORTED_MEDIA', message: 'Failed to process the image' }

/** None of these needs 200 ms on a quiet machine, and CPU time grows on a busy one. */
const processPicture = createPicturePool({ maxCpuMs: 2_000, timeoutMs: 600_000 })
const rejectionOf = (bytes: Uint8Array) => processPicture(bytes).catch((error: unknown) => error)

const bombs: [string, () => Buffer | Promise<Buffer>, object][] = [
  [
    'a PNG that claims 50,000 × 50,000 pixels',
    () => png({ width: 50_000, height: 50_000 }),
    tooLarge,
  ],
  ['a PNG of 60 megapixels in 60 KB', () => flat(10_000, 6_000).png().toBuffer(), tooLarge],
  [
    'an AVIF of 17 megapixels in a kilobyte',
    () => flat(3_400, 5_000).avif({ effort: 0 }).toBuffer(),
    tooLarge,
  ],
  ['a GIF of 200 frames on a canvas of 65,535 × 65,535', () => wideGif(), tooLarge],
  [
    'nested SVG',
    () =>
      Buffer.from(
        [
          '<svg xmlns="http://www.w3.org/2000/svg">',
          '<g>'.repeat(50_000),
          '</g>'.repeat(50_000),
          '</svg>',
        ].join(''),
      ),
    notAPicture,
  ],
  [
    'SVG that reads a file',
    () =>
      Buffer.from(
        '<?xml version="1.0"?>' +
          '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
      ),
    notAPicture,
  ],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notAPicture],
  [
    'PostScript',
    () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\nshowpage'),
    notAPicture,
  ],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>'), notAPicture],
  [
    'MVG',
    () =>
      Buffer.from(
        [
          'push graphic-context',
          'viewbox 0 0 640 480',
          "image over 0,0 0,0 'https://127.0.0.1/x.php'",
          'pop graphic-context',
        ].join('\n'),
      ),
    notAPicture,
  ],
  ['TIFF', () => flat(10, 10).tiff().toBuffer(), notAPicture],
  ['an Adobe PSD', () => Buffer.from('8BPS\0\x01\0\0\0\0\0\0', 'latin1'), notAPicture],
  ['an empty file', () => Buffer.alloc(0), notAPicture],
  ['only a PNG header', () => png().subarray(0, 33), notAPicture],
  [
    'a JPEG cut in half',
    async () => half(await photo({ width: 400, height: 400 }).jpeg().toBuffer()),
    broken,
  ],
  [
    'a WebP cut in half',
    async () => half(await photo({ width: 400, height: 400 }).webp().toBuffer()),
    notAPicture,
  ],
]

test.each(bombs)(
  'attack 46: %s is rejected within 2 seconds of CPU time',
  async (_what, make, expected) => {
    expect(await rejectionOf(await make())).toMatchObject(expected)
  },
)

const harmless: [string, () => Buffer | Promise<Buffer>, object][] = [
  ['a GIF of 200,000 frames', () => gif(200_000), { width: 1, height: 1 }],
  [
    'a colour profile that unpacks to 100 MB',
    () => png({ extra: [chunk('iCCP', named('icc', deflatedZeros(100_000_000)))] }),
    { width: 1 },
  ],
  [
    'text that unpacks to 300 MB',
    () => png({ extra: Array(3).fill(chunk('zTXt', named('text', deflatedZeros(100_000_000)))) }),
    { width: 1 },
  ],
  [
    'a GIF that is also JavaScript',
    () => Buffer.concat([gif(1), Buffer.from('/*</script><script>alert(1)</script>*/=1;')]),
    { width: 1 },
  ],
]

test.each(harmless)(
  'attack 46: only the pixels of %s are kept, within 2 seconds of CPU time',
  async (_what, make, expected) => {
    const picture = await processPicture(await make())
    expect(picture).toMatchObject(expected)
    expect(picture.display.length).toBeLessThan(100_000)
    expect(Buffer.from(picture.display).includes('script')).toBe(false)
    expect(await sharp(picture.display).metadata()).not.toHaveProperty('icc')
  },
)

function flat(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 4, background: { r: 90, g: 140, b: 30, alpha: 0.5 } },
  })
}

function wideGif(): Buffer {
  const bytes = gif(200, { width: 65_535, height: 65_535 })
  // The first frame covers the whole canvas; its pixels are missing.
  bytes.writeUInt16LE(65_535, bytes.indexOf(0x2c, 40) + 5)
  bytes.writeUInt16LE(65_535, bytes.indexOf(0x2c, 40) + 7)
  return bytes
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

function named(name: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), data])
}
