import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { expect, test, vi } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { pictureReaders } from '#api/test/picture-readers.ts'
import { cameraPhoto, chunk, deflatedZeros, gif, photo, png } from '#api/test/pictures.ts'
import { quickest } from '#api/test/quickest.ts'
import { readPicture } from './picture-reader.ts'

const MEGABYTE = 1024 * 1024

const tooLarge = { code: 'TOO_LARGE', message: expect.stringMatching(/too many pixels/) }
const notAPicture = { code: 'UNSUPPORTED_MEDIA', message: 'Please select an image file' }
const broken = { code: 'UNSUPPORTED_MEDIA', message: 'Failed to process the image' }

const refusal = (bytes: Uint8Array) => readPicture(bytes).catch((error: unknown) => error)

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes WebP in two sizes with a placeholder',
  async (format) => {
    const original = await photo({ width: 2000, height: 1000 })
      .toFormat(format, { effort: 1 })
      .toBuffer()
    const picture = await readPicture(original)
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
    const { w, h } = thumbHashToRGBA(Buffer.from(picture.placeholder, 'base64'))
    expect(w / h).toBeCloseTo(2, 0)
  },
)

test('a small picture is not blown up, and the same picture has the same name', async () => {
  const original = await photo({ width: 30, height: 20 }).png().toBuffer()
  const [one, two] = await Promise.all([readPicture(original), readPicture(original)])
  expect(one).toMatchObject({ width: 30, height: 20 })
  expect(await sharp(one.small).metadata()).toMatchObject({ width: 30, height: 20 })
  expect(two.hash).toBe(one.hash)
})

test('an animation stays one, and keeps up to 200 frames', async () => {
  for (const [frames, kept] of [
    [3, 3],
    [300, 200],
  ] as const) {
    const picture = await readPicture(gif(frames, { width: 40, height: 30 }))
    expect(picture).toMatchObject({ width: 40, height: 30 })
    expect(await sharp(picture.display).metadata()).toMatchObject({
      width: 40,
      height: 30,
      pages: kept,
      delay: Array(kept).fill(50),
      loop: 0,
    })
    expect(await sharp(picture.small).metadata()).toMatchObject({ pages: kept })
  }
})

test('a large animation is made as small as it can be worked on in time', async () => {
  const picture = await readPicture(gif(200, { width: 500, height: 500 }))
  expect(picture.width * picture.height * 200).toBeLessThanOrEqual(20_000_000)
  expect(picture.width).toBeGreaterThan(300)
})

test('what is transparent stays so', async () => {
  const original = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { data } = await sharp((await readPicture(original)).display)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBe(0)
})

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
        `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}</svg>`,
      ),
    notAPicture,
  ],
  [
    'SVG that reads a file',
    () =>
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
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
        "push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 'https://127.0.0.1/x.php'\npop graphic-context",
      ),
    notAPicture,
  ],
  ['TIFF', () => flat(10, 10).tiff().toBuffer(), notAPicture],
  ['an Adobe PSD', () => Buffer.from('8BPS\0\x01\0\0\0\0\0\0', 'latin1'), notAPicture],
  ['nothing', () => Buffer.alloc(0), notAPicture],
  ['a PNG header alone', () => png().subarray(0, 33), notAPicture],
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

test.each(bombs)('attack 46: %s is refused within a second', async (_what, make, expected) => {
  const bytes = await make()
  expect(await quickest(() => refusal(bytes))).toMatchObject(expected)
})

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
    'a GIF that is JavaScript as well',
    () => Buffer.concat([gif(1), Buffer.from('/*</script><script>alert(1)</script>*/=1;')]),
    { width: 1 },
  ],
]

test.each(harmless)(
  'attack 46: of %s nothing but its pixels is left, within a second',
  async (_what, make, expected) => {
    const bytes = await make()
    const picture = await quickest(() => readPicture(bytes))
    expect(picture).toMatchObject(expected)
    expect(picture.display.length).toBeLessThan(100_000)
    expect(Buffer.from(picture.display).includes('script')).toBe(false)
    expect(await sharp(picture.display).metadata()).not.toHaveProperty('icc')
  },
)

test('attack 46: while the costliest pictures are read, the server answers and does not grow', async () => {
  const interlaced = await flat(5_000, 5_000)
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
  await readPicture(png())
  const before = process.memoryUsage.rss()
  const lags: number[] = []
  let last = performance.now()
  const clock = setInterval(() => {
    const now = performance.now()
    lags.push(now - last)
    last = now
  }, 10)
  const pictures = await Promise.all([readPicture(interlaced), readPicture(interlaced)])
  clearInterval(clock)
  expect(pictures.map(({ width }) => width)).toEqual([1600, 1600])
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE)
  const p95 = lags.sort((a, b) => a - b)[Math.floor(lags.length * 0.95)]
  expect(p95).toBeLessThan(250)
}, 60_000)

test('attack 46: when too many pictures wait, the next is told to come again', async () => {
  const bytes = await photo({ width: 300, height: 300 }).png().toBuffer()
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => readPicture(bytes)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 })
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(40)
})

test.skipIf(process.platform !== 'linux')(
  'a reader that dies takes its picture along and nothing else',
  async () => {
    const slow = await flat(5_000, 5_000).png({ progressive: true, compressionLevel: 1 }).toBuffer()
    await readPicture(png())
    const answer = refusal(slow)
    await expect.poll(() => pictureReaders().length).toBeGreaterThan(0)
    for (const pid of pictureReaders()) process.kill(pid, 'SIGSEGV')
    expect(await answer).toMatchObject(broken)
    await expect.poll(() => pictureReaders()).toEqual([])
    expect(await readPicture(png())).toMatchObject({ width: 1 })
  },
)

test.skipIf(process.platform !== 'linux')(
  'a decoder has nothing of the environment, nor a file or a connection of the server',
  async () => {
    await readPicture(png())
    for (const pid of pictureReaders()) {
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
      expect(names.map((each) => each.split('=')[0])).toEqual([
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
      ])
      const inherited = readdirSync(`/proc/${pid}/fd`).map((fd) =>
        readlinkSync(`/proc/${pid}/fd/${fd}`),
      )
      const own = /^(\/dev\/(null|urandom)|(anon_inode|pipe):.+)$/
      expect(inherited.filter((target) => !own.test(target))).toEqual([
        expect.stringMatching(/^socket:/),
      ])
    }
  },
)

test.each(['heic', 'heix', 'mif1'])(
  'a HEIC (%s) is refused with what to send instead',
  async (brand) => {
    const bytes = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`, 'latin1'),
      Buffer.alloc(200),
    ])
    expect(await refusal(bytes)).toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringMatching(/^HEIC pictures cannot/),
    })
  },
)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'attack 50: of a %s no place, name or profile is left, and it stands upright',
  async (format) => {
    const original = await cameraPhoto().toFormat(format).toBuffer()
    expect(original.includes('Secret')).toBe(true)
    const { display, small, width, height } = await readPicture(original)
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

test('a picture that comes when a process has just been ended for having nothing to do is read by another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  afterwards(() => vi.useRealTimers())
  const bytes = await photo({ width: 30, height: 20 }).png().toBuffer()
  for (let times = 0; times < 3; times++) {
    await expect(readPicture(bytes)).resolves.toMatchObject({ width: 30, height: 20 })
    vi.advanceTimersByTime(20_000)
  }
})
