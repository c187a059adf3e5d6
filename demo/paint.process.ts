/** The program of the process that paints the demo content's drawings; the server itself never loads the painter. */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Picture } from '#api/features/media/picture.ts'

const SMALL_SIDE = 640
const PLACEHOLDER_SIDE = 100
// Several are painted at once, so one thread for each is enough.
sharp.concurrency(1)

// A signal to the whole group is the server's to answer; what it has begun is finished first.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (drawings: string[]) => {
  process.send?.(await Promise.all(drawings.map(paint)), () => process.disconnect())
})

/** As an upload is kept, but made from our own flat colours: encoded with less effort, straight from the pixels. */
async function paint(svg: string): Promise<Picture> {
  const whole = await pixels(sharp(Buffer.from(svg)).removeAlpha())
  const less = await pixels(within(whole, SMALL_SIDE))
  const tiny = await pixels(within(less, PLACEHOLDER_SIDE).ensureAlpha())
  const { width, height } = whole.info
  const display = await encode(whole)
  return {
    hash: createHash('sha256').update(display).digest('hex'),
    display,
    small: less.info.width === width ? display : await encode(less),
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
