// Renders the demo drawings in a child process, so that the server never loads the renderer.
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Picture } from '#api/features/media/picture.ts'

const SMALL_SIDE = 640
const PLACEHOLDER_SIDE = 100
// Several drawings are rendered at once, so one thread for each is enough.
sharp.concurrency(1)

// The server handles signals to the process group, and this process finishes its work.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (drawings: string[]) => {
  process.send?.(await Promise.all(drawings.map(paint)), () => process.disconnect())
})

/** Like an upload, but encoded with less effort, because drawings are small and flat. */
async function paint(svg: string): Promise<Picture> {
  const full = await pixels(sharp(Buffer.from(svg)).removeAlpha())
  const reduced = await pixels(within(full, SMALL_SIDE))
  const tiny = await pixels(within(reduced, PLACEHOLDER_SIDE).ensureAlpha())
  const { width, height } = full.info
  const display = await encode(full)
  return {
    hash: createHash('sha256').update(display).digest('hex'),
    display,
    small: reduced.info.width === width ? display : await encode(reduced),
    width,
    height,
    placeholder: Buffer.from(
      rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data),
    ).toString('base64'),
  }
}

type Pixels = Awaited<ReturnType<typeof pixels>>

const pixels = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true })
const of = ({ data, info }: Pixels) => sharp(data, { raw: info })
const within = (from: Pixels, side: number) =>
  of(from).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
const encode = (from: Pixels) => of(from).webp({ quality: 82, effort: 2 }).toBuffer()
