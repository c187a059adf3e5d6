import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cameraPhoto, chunk, photo, png } from '#api/test/pictures/pictures.ts'
import { stripMetadata } from './strip-metadata.ts'

const pixelsOf = (file: Uint8Array) =>
  sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

const pictures: [string, () => Promise<Buffer>][] = [
  ['a rotated JPEG', () => cameraPhoto().jpeg().toBuffer()],
  ['a progressive JPEG', () => cameraPhoto().jpeg({ progressive: true }).toBuffer()],
  ['a JPEG with a wide gamut', () => cameraPhoto().withIccProfile('p3').jpeg().toBuffer()],
  [
    'a CMYK JPEG',
    () => cameraPhoto().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
  ],
  ['a rotated PNG', () => cameraPhoto().png().toBuffer()],
  ['a PNG with a wide gamut', () => cameraPhoto().withIccProfile('p3').png().toBuffer()],
  [
    'a PNG with a palette and a transparent colour',
    () => transparent().png({ palette: true }).toBuffer(),
  ],
  [
    'an interlaced 16-bit PNG',
    () => photo().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ],
  [
    'a PNG with a gamma chunk',
    async () => png({ extra: [chunk('gAMA', Buffer.from([0, 1, 0x86, 0xa0]))] }),
  ],
  ['a rotated WebP', () => cameraPhoto().webp().toBuffer()],
  ['a WebP with a wide gamut', () => cameraPhoto().withIccProfile('p3').webp().toBuffer()],
  ['a rotated AVIF', () => cameraPhoto().avif().toBuffer()],
  ['an AVIF with a wide gamut', () => cameraPhoto().withIccProfile('p3').avif().toBuffer()],
  ['a transparent AVIF', () => transparent().avif().toBuffer()],
]

test.each(pictures)('%s looks the same without its metadata', async (_what, make) => {
  const original = await make()
  const stripped = stripMetadata(original)
  expect(await pixelsOf(stripped)).toEqual(await pixelsOf(original))
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s keeps no text, and only the orientation of its EXIF',
  async (format) => {
    const original = await cameraPhoto().toFormat(format).toBuffer()
    const before = await sharp(original).metadata()
    expect([before.exif, before.xmp]).toEqual([expect.any(Buffer), expect.any(Buffer)])
    const { exif, xmp, orientation } = await sharp(stripMetadata(original)).metadata()
    expect(exif?.includes('Secret') ?? false).toBe(false)
    // AVIF stores its rotation elsewhere. WebP may keep XMP, which the decoder does not unpack.
    if (format !== 'avif') expect(orientation).toBe(6)
    if (format !== 'webp') expect(xmp).toBeUndefined()
  },
)

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'orientation %d is kept in either byte order',
  async (orientation) => {
    const little = await photo().withMetadata({ orientation }).jpeg().toBuffer()
    const big = Buffer.from(
      'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
      'latin1',
    )
    big.writeUInt16BE(orientation, 24)
    const start = little.indexOf('Exif\0\0')
    const turned = Buffer.concat([
      little.subarray(0, start),
      big,
      little.subarray(start + 4 + little.readUInt16BE(start - 2) - 6),
    ])
    turned.writeUInt16BE(big.length + 2, start - 2)
    for (const file of [little, turned])
      expect((await sharp(stripMetadata(file)).metadata()).orientation).toBe(orientation)
  },
)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s that is truncated or corrupted anywhere causes no exception',
  async (format) => {
    const whole = await cameraPhoto().toFormat(format).toBuffer()
    for (let end = 0; end < whole.length; end += 7)
      expect(stripMetadata(whole.subarray(0, end)).length).toBeLessThanOrEqual(end)
    for (let at = 0; at < whole.length; at += 3) {
      for (const byte of [0, 1, 0x7f, 0xff]) {
        const wrong = Buffer.from(whole)
        wrong[at] = byte
        expect(stripMetadata(wrong).length).toBeLessThanOrEqual(whole.length)
      }
    }
  },
)

function transparent() {
  return sharp({
    create: {
      width: 40,
      height: 30,
      channels: 4,
      background: { r: 200, g: 40, b: 30, alpha: 0.3 },
    },
  })
}
