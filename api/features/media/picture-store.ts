import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { fsyncFolder } from '#api/lib/files.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import type { Picture } from './picture.ts'

/** Where pictures are kept: two files each, named by the picture's hash. */
export interface PictureStore {
  /** Where that is, in words. */
  readonly place: string
  /** The folder that they are served from; null where they are in none. */
  readonly folder: string | null
  /** Both files are there, whole, once it resolves; what stands already is left as it is. */
  write(picture: Pick<Picture, 'hash' | 'display' | 'small'>): Promise<void>
  /** The display size; null where there is none. */
  read(hash: string): Promise<Uint8Array | null>
  /** One file by its name; null where there is none. */
  file(name: string): Promise<Uint8Array | null>
  /** Keeps one file of those that a picture has. */
  add(name: string, content: Uint8Array): Promise<void>
  has(name: string): Promise<boolean>
  remove(hash: string): Promise<void>
  /** The hashes that have a file. */
  hashes(): Promise<string[]>
  /** How many files there are, and what they take. */
  usage(): Promise<{ count: number; bytes: number }>
  /** Removes what interrupted writes have left before a time. */
  removeUnfinished(before: Date): Promise<void>
}

const FILE_NAME = /^([0-9a-f]{64})(?:-small)?\.webp$/
const UNFINISHED = '.part'

export const displayFile = (hash: string) => `${hash}.webp`
export const smallFile = (hash: string) => `${hash}-small.webp`

export function isPictureFile(name: string): boolean {
  return FILE_NAME.test(name)
}

/** @param name of a picture's file */
export function hashOf(name: string): string {
  return FILE_NAME.exec(name)?.[1] ?? ''
}

/** The names of a picture's files, in the order in which they are written. */
export function pictureFiles(hash: string): string[] {
  return [smallFile(hash), displayFile(hash)]
}

/** @param dataDir the absolute path under which the folder `media` is made */
export function createPictureStore(dataDir: string): PictureStore {
  const folder = path.join(dataDir, 'media')
  const disk = new Disk(new WholeFileDriver({ location: folder, visibility: 'public' }))
  const files = async () => [...(await disk.listAll()).objects].filter((each) => each.isFile)
  const pictures = async () => (await files()).filter(({ name }) => isPictureFile(name))
  // What another process has removed or renamed meanwhile is gone, and nothing is wrong.
  const file = (name: string) => disk.getBytes(name).catch(nullIfGone)
  return {
    place: folder,
    folder,
    async write({ hash, display, small }) {
      if (await disk.exists(displayFile(hash))) return
      // The display size comes last: where it stands, both do.
      await disk.put(smallFile(hash), small)
      await disk.put(displayFile(hash), display)
    },
    read: (hash) => file(displayFile(hash)),
    file,
    add: (name, content) => disk.put(name, content),
    has: (name) => disk.exists(name),
    async remove(hash) {
      await disk.delete(displayFile(hash))
      await disk.delete(smallFile(hash))
    },
    async hashes() {
      return [...new Set((await pictures()).map(({ name }) => hashOf(name)))]
    },
    async usage() {
      const found = await Promise.all(
        (await pictures()).map((each) => each.getMetaData().catch(nullIfGone)),
      )
      const sizes = found.flatMap((each) => each?.contentLength ?? [])
      return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    },
    async removeUnfinished(before) {
      for (const file of await files()) {
        if (!file.name.endsWith(UNFINISHED)) continue
        const written = (await file.getMetaData().catch(nullIfGone))?.lastModified
        if (written && written < before) await disk.delete(file.key)
      }
    },
  }
}

function nullIfGone(error: unknown): null {
  const isGone = (each: unknown): boolean =>
    each instanceof Error && (codeOf(each) === 'ENOENT' || isGone(each.cause))
  if (isGone(error)) return null
  throw error
}

/** The library writes in place, where a reader or a crash would meet half a file. */
class WholeFileDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const file = path.join(String(this.options.location), key)
    const unfinished = `${file}.${randomUUID()}${UNFINISHED}`
    await mkdir(path.dirname(file), { recursive: true })
    try {
      await writeFile(unfinished, contents, { flush: true })
      await rename(unfinished, file)
      await fsyncFolder(path.dirname(file))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}

declare module '#api/context.ts' {
  interface CoreServices {
    pictures: PictureStore
  }
}
