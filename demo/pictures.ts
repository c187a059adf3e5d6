import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Picture } from '#api/features/media/picture.ts'
import metadata from './pictures.json' with { type: 'json' }

export const DEMO_USER_PICTURE = 'demo-user'

const files: Readonly<Record<string, Pick<Picture, 'width' | 'height' | 'placeholder'>>> = metadata

/** Reads a picture of the demo content, processed as an upload. */
export async function demoPicture(file: string): Promise<Picture> {
  const ofFile = files[file]
  if (!ofFile) throw new Error(`${file} is missing in pictures.json.`)
  const [display, small, thumbnail] = await Promise.all([
    read(`${file}.webp`),
    read(`${file}-small.webp`),
    read(`${file}-thumb.webp`),
  ])
  const hash = createHash('sha256').update(display).digest('hex')
  return { ...ofFile, hash, display, small, thumbnail }
}

const read = (name: string) => readFile(new URL(`pictures/${name}`, import.meta.url))
