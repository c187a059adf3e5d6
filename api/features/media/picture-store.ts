import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { fsyncFolder } from '#api/lib/files.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import type { Picture } from './picture.ts'

/** The suffixes of a picture's files, in the order of their writing. */
const suffixes = { thumbnail: '-thumb', small: '-small', display: '' } as const
type PictureSize = keyof typeof suffixes
const sizes = Object.keys(suffixes) as PictureSize[]

/** Stores pictures as three files each, named by the picture's hash. */
export interface PictureStore {
  /** The path of the folder, or the bucket's name and endpoint. */
  readonly location: string
  /** The folder that the files are served from; null for a bucket. */
  readonly folder: string | null
  /** Writes all sizes. Existing files stay unchanged. */
  write(picture: Pick<Picture, 'hash' | PictureSize>): Promise<void>
  /** Reads the display size; null if the picture doesn't exist. */
  read(hash: string): Promise<Uint8Array | null>
  /** Null if the file doesn't exist. */
  readFile(name: string): Promise<Uint8Array | null>
  writeFile(name: string, content: Uint8Array): Promise<void>
  hasFile(name: string): Promise<boolean>
  remove(hash: string): Promise<void>
  /** The hashes of all stored pictures. */
  hashes(): Promise<string[]>
  /** The number of files and their total size. */
  usage(): Promise<{ count: number; bytes: number }>
  /** Removes files that interrupted writes left before a time. */
  removePartialFiles(before: Date): Promise<void>
}

const FILE_NAME = /^([0-9a-f]{64})(-small|-thumb)?\.webp$/
const PARTIAL_SUFFIX = '.part'

const fileOf = (hash: string, size: PictureSize) => `${hash}${suffixes[size]}.webp`
export const displayFile = (hash: string) => fileOf(hash, 'display')

export function isPictureFile(name: string): boolean {
  return FILE_NAME.test(name)
}

/** @param name of a picture's file */
export function hashOf(name: string): string {
  return FILE_NAME.exec(name)?.[1] ?? ''
}

/**
 * The file in place of one that does not exist: pictures from before 0.3 have no thumbnail.
 * @returns null if there is none
 */
export function substituteFor(name: string): string | null {
  const [, hash = '', suffix] = FILE_NAME.exec(name) ?? []
  return suffix === suffixes.thumbnail ? fileOf(hash, 'small') : null
}

/** The names of a picture's files, in the order of their writing. */
export function pictureFiles(hash: string): string[] {
  return sizes.map((size) => fileOf(hash, size))
}

/**
 * Writes the files of a picture. The display size comes last, so its existence means that all
 * sizes exist.
 */
export async function writeSizes(
  picture: Pick<Picture, 'hash' | PictureSize>,
  writeFile: (name: string, content: Uint8Array) => Promise<unknown>,
): Promise<void> {
  for (const size of sizes) await writeFile(fileOf(picture.hash, size), picture[size])
}

/**
 * Stores pictures in the folder `media` of the data directory.
 * @param dataDir an absolute path
 */
export function createPictureStore(dataDir: string): PictureStore {
  const folder = path.join(dataDir, 'media')
  const disk = new Disk(new AtomicWriteDriver({ location: folder, visibility: 'public' }))
  const listFiles = async () => [...(await disk.listAll()).objects].filter((each) => each.isFile)
  const pictures = async () => (await listFiles()).filter(({ name }) => isPictureFile(name))
  // Another process may remove or rename a file at any time.
  const readFile = (name: string) => disk.getBytes(name).catch(nullIfMissing)
  return {
    location: folder,
    folder,
    async write(picture) {
      if (await disk.exists(displayFile(picture.hash))) return
      await writeSizes(picture, (name, content) => disk.put(name, content))
    },
    read: (hash) => readFile(displayFile(hash)),
    readFile,
    writeFile: (name, content) => disk.put(name, content),
    hasFile: (name) => disk.exists(name),
    async remove(hash) {
      for (const name of pictureFiles(hash).toReversed()) await disk.delete(name)
    },
    async hashes() {
      return [...new Set((await pictures()).map(({ name }) => hashOf(name)))]
    },
    async usage() {
      const metadata = await Promise.all(
        (await pictures()).map((each) => each.getMetaData().catch(nullIfMissing)),
      )
      const sizes = metadata.flatMap((each) => each?.contentLength ?? [])
      return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    },
    async removePartialFiles(before) {
      for (const file of await listFiles()) {
        if (!file.name.endsWith(PARTIAL_SUFFIX)) continue
        const modified = (await file.getMetaData().catch(nullIfMissing))?.lastModified
        if (modified && modified < before) await disk.delete(file.key)
      }
    },
  }
}

function nullIfMissing(error: unknown): null {
  const isMissing = (each: unknown): boolean =>
    each instanceof Error && (codeOf(each) === 'ENOENT' || isMissing(each.cause))
  if (isMissing(error)) return null
  throw error
}

/** Flydrive writes in place, so a reader or a crash could leave half a file. */
class AtomicWriteDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const file = path.join(String(this.options.location), key)
    const partial = `${file}.${randomUUID()}${PARTIAL_SUFFIX}`
    await mkdir(path.dirname(file), { recursive: true })
    try {
      await writeFile(partial, contents, { flush: true })
      await rename(partial, file)
      await fsyncFolder(path.dirname(file))
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }
}

declare module '#api/context.ts' {
  interface CoreServices {
    pictures: PictureStore
  }
}
