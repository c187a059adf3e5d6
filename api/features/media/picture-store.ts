import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Picture } from './picture.ts'

/** Where pictures are kept: two files each, named by the picture's hash. */
export interface PictureStore {
  /** The folder that they are served from. */
  readonly folder: string
  /** Both files are there, whole, once it resolves; what stands already is left as it is. */
  write(picture: Pick<Picture, 'hash' | 'display' | 'small'>): Promise<void>
  /** The display size; null where there is none. */
  read(hash: string): Promise<Uint8Array | null>
  remove(hash: string): Promise<void>
  /** The hashes that have a file. */
  hashes(): Promise<string[]>
  /** Removes what interrupted writes have left before a time. */
  removeUnfinished(before: Date): Promise<void>
}

const FILE_NAME = /^([0-9a-f]{64})(?:-small)?\.webp$/
const UNFINISHED = '.part'

const displayFile = (hash: string) => `${hash}.webp`
const smallFile = (hash: string) => `${hash}-small.webp`

export function isPictureFile(name: string): boolean {
  return FILE_NAME.test(name)
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
  return {
    folder,
    async write({ hash, display, small }) {
      if (await disk.exists(displayFile(hash))) return
      // The display size comes last: where it stands, both do.
      await disk.put(smallFile(hash), small)
      await disk.put(displayFile(hash), display)
    },
    async read(hash) {
      return (await disk.exists(displayFile(hash))) ? disk.getBytes(displayFile(hash)) : null
    },
    async remove(hash) {
      await disk.delete(displayFile(hash))
      await disk.delete(smallFile(hash))
    },
    async hashes() {
      return [...new Set((await files()).flatMap(({ name }) => FILE_NAME.exec(name)?.[1] ?? []))]
    },
    async removeUnfinished(before) {
      for (const file of await files()) {
        if (file.name.endsWith(UNFINISHED) && (await file.getMetaData()).lastModified < before) await disk.delete(file.key)
      }
    },
  }
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
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}
