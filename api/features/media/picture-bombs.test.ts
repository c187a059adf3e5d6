import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tiledAvif } from '#api/test/pictures/avif.ts'
import {
  killPictureProcesses,
  peakMemoryBytes,
  pictureProcesses,
} from '#api/test/pictures/picture-processes.ts'
import { chunk, photo, png } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { DECODER_LIMITS } from './decoder-limits.ts'
import { createPicturePool } from './picture-pool.ts'

const MEGABYTE = 1024 * 1024
/** Longer than a test. */
const UNLIMITED_MS = 600_000
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

/** None of these needs 200 ms on a quiet machine, and CPU time grows on a busy one. */
const processPicture = createPicturePool({ maxCpuMs: 2_000, timeoutMs: UNLIMITED_MS })

const underLimit = expect.toSatisfy((bytes: number) => bytes > 0 && bytes < 200 * MEGABYTE)

test.each(harmless)(
  'attack 46: decoding %s takes less than 2 seconds of CPU time and 200 MB',
  async (_what, make) => {
    const bytes = await make()
    if (process.platform === 'linux') await killPictureProcesses()
    expect(await processPicture(bytes)).toMatchObject({ width: expect.any(Number) })
    // A process that holds much memory has ended.
    if (process.platform === 'linux')
      expect(pictureProcesses().map(peakMemoryBytes)).toEqual([underLimit])
  },
)

test('attack 46: a decoder that exceeds the memory limit is killed, others go on', async () => {
  const unhurried = createPicturePool({ maxCpuMs: UNLIMITED_MS, timeoutMs: UNLIMITED_MS })
  const bomb = await tiledAvif({ tiles: 60, padding: FILE_BYTES, copies: 31 })
  const photoBytes = await photo().jpeg().toBuffer()
  const bombed = unhurried(bomb).catch((error: unknown) => error)
  const other = unhurried(photoBytes)
  const isOver = Promise.allSettled([bombed, other]).then(() => true)
  while (!(await Promise.race([isOver, setTimeout(1, false)])))
    expect(sharp.counters(), 'decoded by the server').toEqual({ queue: 0, process: 0 })
  expect(await bombed).toMatchObject({ code: 'TOO_LARGE', reason: 'PICTURE_TOO_COSTLY' })
  expect(await other).toMatchObject({ width: 80 })
  expect(await unhurried(photoBytes)).toMatchObject({ width: 80 })
})

test('attack 46: a decoder that exceeds the CPU limit in another thread is killed', async () => {
  const limits = new URL('decoder-limits.ts', import.meta.url).href
  const program = `
    import { Worker } from 'node:worker_threads'
    import { enforceDecoderLimits } from '${limits}'
    enforceDecoderLimits({ maxCpuMs: 200, maxGrowthBytes: Infinity })
    new Worker('for (;;);', { eval: true })`
  const decoder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'ignore',
  })
  registerCleanup(() => decoder.kill('SIGKILL'))
  expect(await once(decoder, 'exit')).toEqual([null, 'SIGKILL'])
})

test('the largest pictures within the limits succeed, one after another', async () => {
  // CPU time grows on a busy machine, and memory with the number of its cores.
  const processPicture = createPicturePool({
    maxCpuMs: 10 * DECODER_LIMITS.maxCpuMs,
    maxGrowthBytes: 2 * DECODER_LIMITS.maxGrowthBytes,
    timeoutMs: UNLIMITED_MS,
  })
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
  for (const bytes of [...largest, ...largest.slice(0, 1)])
    expect(await processPicture(bytes)).toMatchObject({ width: 1_600 })
})

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
