import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { expect, test } from 'vitest'
import { cameraPhoto, gif, photo } from '#api/test/pictures/pictures.ts'
import { processPicture } from './picture-pool.ts'

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes WebP in three sizes with a placeholder',
  async (format) => {
    const original = await photo({ width: 2000, height: 1000 })
      .toFormat(format, { effort: 1 })
      .toBuffer()
    const picture = await processPicture(original)
    expect(picture).toMatchObject({
      width: 1600,
      height: 800,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await sharp(picture.display).metadata()).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 800,
    })
    expect(await sharp(picture.small).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 320,
    })
    expect(await sharp(picture.thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 132,
      height: 132,
    })
    const { w, h } = thumbHashToRGBA(Buffer.from(picture.placeholder, 'base64'))
    expect(w / h).toBeCloseTo(2, 0)
  },
)

test('a small picture is not enlarged, and equal pictures have the same hash', async () => {
  const original = await photo({ width: 30, height: 20 }).png().toBuffer()
  const [one, two] = await Promise.all([processPicture(original), processPicture(original)])
  expect(one).toMatchObject({ width: 30, height: 20 })
  expect(await sharp(one.small).metadata()).toMatchObject({ width: 30, height: 20 })
  expect(two.hash).toBe(one.hash)
})

test('an animation stays animated and keeps up to 200 frames', async () => {
  for (const [frames, expectedFrames] of [
    [3, 3],
    [300, 200],
  ] as const) {
    const picture = await processPicture(gif(frames, { width: 40, height: 30 }))
    expect(picture).toMatchObject({ width: 40, height: 30 })
    expect(await sharp(picture.display).metadata()).toMatchObject({
      width: 40,
      height: 30,
      pages: expectedFrames,
      delay: Array(expectedFrames).fill(50),
      loop: 0,
    })
    expect(await sharp(picture.small).metadata()).toMatchObject({ pages: expectedFrames })
  }
})

test('a large animation is scaled down to the pixel limit', async () => {
  const picture = await processPicture(gif(200, { width: 500, height: 500 }))
  expect(picture.width * picture.height * 200).toBeLessThanOrEqual(20_000_000)
  expect(picture.width).toBeGreaterThan(300)
})

test('transparency is preserved', async () => {
  const original = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { data } = await sharp((await processPicture(original)).display)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBe(0)
})

test.each(['heic', 'heix', 'mif1'])(
  'a HEIC file (%s) is rejected with the supported formats',
  async (brand) => {
    const bytes = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`, 'latin1'),
      Buffer.alloc(200),
    ])
    expect(await processPicture(bytes).catch((error: unknown) => error)).toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringMatching(/^We can’t read HEIC photos/),
    })
  },
)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'attack 50: a %s loses its location, names and color profile, and is turned upright',
  async (format) => {
    const original = await cameraPhoto().toFormat(format).toBuffer()
    expect(original.includes('Secret')).toBe(true)
    const { display, small, width, height } = await processPicture(original)
    for (const file of [display, small]) {
      const text = Buffer.from(file).toString('latin1')
      for (const trace of ['Secret', 'EXIF', 'Exif', 'XMP', 'ICCP', 'GPS'])
        expect(text).not.toContain(trace)
      const metadata = await sharp(file).metadata()
      for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation'])
        expect(metadata).not.toHaveProperty(kind)
    }
    const at = async (top: number) => [
      ...(await sharp(display)
        .extract({ left: width / 2, top, width: 1, height: 1 })
        .raw()
        .toBuffer()),
    ]
    expect([width, height]).toEqual([60, 80])
    const [upper, lower] = [await at(5), await at(75)]
    expect([upper[0], lower[2]].every((channel) => Number(channel) > 200)).toBe(true)
  },
)
