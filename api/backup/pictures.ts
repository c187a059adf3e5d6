import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isPictureFile, pictureFiles } from '../features/media/picture-store.ts'
import { codeOf } from '../operator-error.ts'
import { type AddFile, syncFolder } from './archive.ts'

const FOLDER = 'media'
/** Files that are being written at the same time: each waits for the disk. */
const AT_ONCE = 8

/**
 * Saves the files of pictures.
 * @returns how many pictures were saved, and how many of them have no file
 */
export async function savePictures(
  dataDir: string,
  hashes: readonly string[],
  add: AddFile,
): Promise<{ pictures: number; missing: number }> {
  let missing = 0
  for (const hash of hashes) {
    try {
      for (const name of pictureFiles(hash)) await add(`${FOLDER}/${name}`, await readFile(path.join(dataDir, FOLDER, name)))
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      missing++
    }
  }
  return { pictures: hashes.length - missing, missing }
}

/** The name of a picture's file, of an archived file's; null when that is something else. */
export function pictureFileOf(archived: string): string | null {
  const [folder, name, ...more] = archived.split('/')
  return folder === FOLDER && name !== undefined && more.length === 0 && isPictureFile(name) ? name : null
}

/** Files of pictures that come into a place: all of them appear at its end, or none. */
export class IncomingPictures {
  readonly #folder: string
  /** The sweep knows those that a killed process leaves by their ending. */
  readonly #ending = `.${randomUUID()}.part`
  readonly #names: string[] = []
  readonly #writing = new Set<Promise<void>>()
  #kept = 0

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, FOLDER)
  }

  /** Names are hashes, so what stands already is the same. */
  async add(name: string, content: Buffer): Promise<void> {
    if (await stands(path.join(this.#folder, name))) return
    if (this.#names.length === 0) await mkdir(this.#folder, { recursive: true })
    this.#names.push(name)
    const writing = writeFile(path.join(this.#folder, name + this.#ending), content, { flush: true })
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
    if (this.#kept > 0) await syncFolder(this.#folder)
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#writing)
    for (const [index, name] of this.#names.entries()) {
      await rm(path.join(this.#folder, index < this.#kept ? name : name + this.#ending), { force: true })
    }
  }

  /** How many of some pictures have no file here. */
  async missing(hashes: readonly string[]): Promise<number> {
    let missing = 0
    for (const hash of hashes) {
      const standing = await Promise.all(pictureFiles(hash).map((name) => stands(path.join(this.#folder, name))))
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
