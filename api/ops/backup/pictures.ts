import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import {
  hashOf,
  isPictureFile,
  type PictureStore,
  pictureFiles,
} from '#api/features/media/picture-store.ts'
import { fsyncFolder } from '#api/lib/files.ts'
import type { AddFile } from './archive.ts'
import type { Place } from './write.ts'

const FOLDER = 'media'
/** Files that are being read or written at the same time: each waits for the disk, or for a store elsewhere. */
const AT_ONCE = 8

/**
 * Saves the files of pictures.
 * @returns how many pictures were saved, and how many of them have no file
 */
export async function savePictures(
  store: PictureStore,
  hashes: readonly string[],
  add: AddFile,
): Promise<{ pictures: number; missing: number }> {
  let missing = 0
  const filesOf = (hash: string) =>
    Promise.all(
      pictureFiles(hash).map(async (name) => ({ name, content: await store.readFile(name) })),
    )
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    for (const files of await Promise.all(hashes.slice(at, at + AT_ONCE).map(filesOf))) {
      if (files.some(({ content }) => content === null)) missing++
      for (const { name, content } of files)
        if (content) await add(`${FOLDER}/${name}`, Buffer.from(content))
    }
  }
  return { pictures: hashes.length - missing, missing }
}

/** The name of a picture's file, of an archived file's; null when that is something else. */
export function pictureFileOf(archived: string): string | null {
  const [folder, name, ...more] = archived.split('/')
  return folder === FOLDER && name !== undefined && more.length === 0 && isPictureFile(name)
    ? name
    : null
}

/** Files of pictures that come into a place: all of them are there at its end, or none. */
export interface IncomingPictures {
  /** Names are hashes, so what stands already is the same. */
  add(name: string, content: Buffer): Promise<void>
  keep(): Promise<void>
  discard(): Promise<void>
  /** How many of some pictures have no file here. */
  missing(hashes: readonly string[]): Promise<number>
}

export function incomingPictures({
  dataDir,
  pictures,
}: Pick<Place, 'dataDir' | 'pictures'>): IncomingPictures {
  return pictures?.folder === null ? new IncomingObjects(pictures) : new IncomingFiles(dataDir)
}

/** In a bucket they can be seen as they come; no row names them before the end. */
class IncomingObjects implements IncomingPictures {
  readonly #pictures: PictureStore
  readonly #names: string[] = []
  readonly #inTurn = pLimit(AT_ONCE)
  /** Those that failed stay here. */
  readonly #adding = new Set<Promise<void>>()

  constructor(pictures: PictureStore) {
    this.#pictures = pictures
  }

  async add(name: string, content: Buffer): Promise<void> {
    const adding = this.#addMissing(name, content)
    this.#adding.add(adding)
    void adding.then(() => this.#adding.delete(adding)).catch(() => {})
    if (this.#adding.size >= AT_ONCE) await Promise.race(this.#adding)
  }

  async #addMissing(name: string, content: Buffer): Promise<void> {
    if (await this.#pictures.hasFile(name)) return
    this.#names.push(name)
    await this.#pictures.writeFile(name, content)
  }

  async keep(): Promise<void> {
    await Promise.all(this.#adding)
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#adding)
    // What cannot be removed now is named by no row, so the sweep removes it.
    for (const hash of new Set(this.#names.map(hashOf)))
      await this.#pictures.remove(hash).catch(() => {})
  }

  async missing(hashes: readonly string[]): Promise<number> {
    const whole = async (hash: string) =>
      (await Promise.all(pictureFiles(hash).map((name) => this.#pictures.hasFile(name)))).every(
        Boolean,
      )
    const found = await Promise.all(hashes.map((hash) => this.#inTurn(() => whole(hash))))
    return found.filter((isWhole) => !isWhole).length
  }
}

class IncomingFiles implements IncomingPictures {
  readonly #folder: string
  /** The sweep knows those that a killed process leaves by their ending. */
  readonly #ending = `.${randomUUID()}.part`
  readonly #names: string[] = []
  readonly #writing = new Set<Promise<void>>()
  #kept = 0

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, FOLDER)
  }

  async add(name: string, content: Buffer): Promise<void> {
    if (await stands(path.join(this.#folder, name))) return
    if (this.#names.length === 0) await mkdir(this.#folder, { recursive: true })
    this.#names.push(name)
    const writing = writeFile(path.join(this.#folder, name + this.#ending), content, {
      flush: true,
    })
    this.#writing.add(writing)
    void writing.then(() => this.#writing.delete(writing)).catch(() => {})
    if (this.#writing.size >= AT_ONCE) await Promise.race(this.#writing)
  }

  async keep(): Promise<void> {
    await Promise.all(this.#writing)
    for (; this.#kept < this.#names.length; this.#kept++) {
      const file = path.join(this.#folder, this.#names[this.#kept] ?? '')
      await rename(file + this.#ending, file)
    }
    if (this.#kept > 0) await fsyncFolder(this.#folder)
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#writing)
    for (const [index, name] of this.#names.entries()) {
      await rm(path.join(this.#folder, index < this.#kept ? name : name + this.#ending), {
        force: true,
      })
    }
  }

  async missing(hashes: readonly string[]): Promise<number> {
    let missing = 0
    for (const hash of hashes) {
      const standing = await Promise.all(
        pictureFiles(hash).map((name) => stands(path.join(this.#folder, name))),
      )
      if (standing.includes(false)) missing++
    }
    return missing
  }
}

async function stands(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
