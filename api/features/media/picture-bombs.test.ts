import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tiledAvif } from '#api/test/avif.ts'
import { expectFast } from '#api/test/expect-fast.ts'
import { peakMemoryBytes, pictureProcesses } from '#api/test/picture-processes.ts'
import { chunk, photo, png } from '#api/test/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { PICTURE_TOO_COSTLY } from './media.rules.ts'
import { processPicture } from './picture-pool.ts'

const MEGABYTE = 1024 * 1024
/** A little below the largest upload. */
const FILE_BYTES = 4_900_000
/** The maximum size to which libpng unpacks one chunk. */
const MAX_CHUNK_BYTES = 7_900_000

const letters = deflateSync(Buffer.alloc(MAX_CHUNK_BYTES, 'a'), { level: 9 })
const filledWith = (piece: Buffer) =>
  Array<Buffer>(Math.floor(FILE_BYTES / piece.length)).fill(piece)
const pngOf = (type: string, start: string) =>
  png({ extra: filledWith(chunk(type, Buffer.concat([Buffer.from(start, 'latin1'), letters]))) })

const harmless: [string, () => Buffer | Promise<Buffer>][] = [
  ['a PNG with 5 GB of zTXt', () => pngOf('zTXt', 'text\0\0')],
  ['a PNG with 5 GB of iTXt', () => pngOf('iTXt', 'text\0\x01\0\0\0')],
  ['a PNG with 5 GB of XMP', () => pngOf('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0')],
  [
    'a JPEG whose EXIF directories contain each other',
    async () => jpegWith([segment(0xe1, circularExif())]),
  ],
  ['a WebP whose EXIF directories contain each other', () => webpWith(circularExif())],
  [
    'a PNG whose EXIF directories contain each other',
    () => png({ extra: [chunk('eXIf', circularExif().subarray(6))] }),
  ],
  ['a JPEG of a million empty segments', async () => jpegWith(filledWith(segment(0xe1)))],
  [
    'an AVIF with 2.4 GB of metadata',
    () => tiledAvif({ metadata: 16, padding: FILE_BYTES, copies: 31 }),
  ],
]

test.each(harmless)(
  'attack 46: decoding %s takes less than a second and 200 MB',
  async (_what, make) => {
    const bytes = await make()
    await processPicture(png())
    expect(await expectFast(() => processPicture(bytes))).toMatchObject({
      width: expect.any(Number),
    })
    if (process.platform === 'linux')
      expect(Math.max(...pictureProcesses().map(peakMemoryBytes))).toBeLessThan(200 * MEGABYTE)
  },
)

test('attack 46: a decoder that exceeds the memory limit is killed, others go on', async () => {
  const bomb = await tiledAvif({ tiles: 60, padding: FILE_BYTES, copies: 31 })
  const photoBytes = await photo().jpeg().toBuffer()
  const memory = await watchMemory()
  const [bombed, other] = await Promise.allSettled([
    processPicture(bomb),
    processPicture(photoBytes),
  ])
  expect(bombed).toMatchObject({
    status: 'rejected',
    reason: { code: 'TOO_LARGE', message: PICTURE_TOO_COSTLY },
  })
  expect(other).toMatchObject({ status: 'fulfilled', value: { width: 80 } })
  expect(await processPicture(photoBytes)).toMatchObject({ width: 80 })
  const { server, decoder } = memory.stop()
  expect(server).toBeLessThan(200 * MEGABYTE)
  expect(decoder).toBeLessThan(700 * MEGABYTE)
}, 60_000)

test('attack 46: a decoder that exceeds the CPU limit in another thread is killed', async () => {
  const limits = new URL('decoder-limits.ts', import.meta.url).href
  const program = `
    import { Worker } from 'node:worker_threads'
    import { enforceDecoderLimits } from '${limits}'
    enforceDecoderLimits()
    new Worker('for (;;);', { eval: true })`
  const decoder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'ignore',
  })
  registerCleanup(() => decoder.kill('SIGKILL'))
  expect(await once(decoder, 'exit')).toEqual([null, 'SIGKILL'])
}, 60_000)

test('the largest pictures within the limits succeed, one after another', async () => {
  const flat = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#0808' } })
  const largest = await Promise.all([
    flat(7_000)
      .flatten()
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4', quality: 20 })
      .toBuffer(),
    flat(7_000).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    flat(7_000).webp({ lossless: true, effort: 0 }).toBuffer(),
    flat(4_000).avif({ effort: 0 }).toBuffer(),
  ])
  for (const bytes of [...largest, ...largest])
    expect(await processPicture(bytes)).toMatchObject({ width: 1_600 })
}, 120_000)

/** Measures the growth of this process and the peak memory of a decoder, in bytes. */
async function watchMemory() {
  const before = process.memoryUsage.rss()
  const peak = { server: 0, decoder: 0 }
  const stopping = new AbortController()
  const watch = async () => {
    for await (const _ of setInterval(20, null, { signal: stopping.signal })) {
      peak.server = Math.max(peak.server, process.memoryUsage.rss() - before)
      if (process.platform === 'linux')
        peak.decoder = Math.max(peak.decoder, ...pictureProcesses().map(peakMemoryBytes))
    }
  }
  watch().catch(() => {})
  return {
    stop() {
      stopping.abort()
      return peak
    },
  }
}

async function jpegWith(segments: Uint8Array[]): Promise<Buffer> {
  const jpeg = await photo().jpeg().toBuffer()
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

function segment(marker: number, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const header = Buffer.from([0xff, marker, 0, 0])
  header.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([header, data])
}

async function webpWith(exif: Buffer): Promise<Buffer> {
  const webp = await photo()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .webp()
    .toBuffer()
  const header = Buffer.from('EXIF\0\0\0\0', 'latin1')
  header.writeUInt32LE(exif.length, 4)
  const bytes = Buffer.concat([webp.subarray(0, webp.indexOf('EXIF')), header, exif])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}

/** A directory with 5,000 entries that all point to the directory itself. */
function circularExif(): Buffer {
  const entries = 5_000
  const tiff = Buffer.alloc(10 + entries * 12 + 4)
  tiff.write('II*\0\x08\0\0\0', 'latin1')
  tiff.writeUInt16LE(entries, 8)
  for (let n = 0; n < entries; n++) {
    const at = 10 + n * 12
    tiff.writeUInt16LE(n % 2 ? 0x8769 : 0x8825, at)
    tiff.writeUInt16LE(4, at + 2)
    tiff.writeUInt32LE(1, at + 4)
    tiff.writeUInt32LE(8, at + 8)
  }
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff])
}
