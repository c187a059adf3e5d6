import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import {
  hashOf,
  isPictureFile,
  type PictureStore,
  pictureFiles,
  substituteFor,
} from '#api/features/media/picture-store.ts'
import { fsyncFolder } from '#api/lib/files.ts'
import type { AddFile } from './archive.ts'
import type { Installation } from './installation.ts'

const FOLDER = 'media'
/** Files read or written at the same time. */
const CONCURRENCY = 8

/** @returns how many pictures were saved, and how many have no file */
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
  for (let at = 0; at < hashes.length; at += CONCURRENCY) {
    for (const files of await Promise.all(hashes.slice(at, at + CONCURRENCY).map(filesOf))) {
      if (files.some(({ name, content }) => content === null && !substituteFor(name))) missing++
      for (const { name, content } of files)
        if (content) await add(`${FOLDER}/${name}`, Buffer.from(content))
    }
  }
  return { pictures: hashes.length - missing, missing }
}

/** The picture's file name for an archive entry; null when the entry is no picture. */
export function pictureFileOf(archived: string): string | null {
  const [folder, name, ...more] = archived.split('/')
  return folder === FOLDER && name !== undefined && more.length === 0 && isPictureFile(name)
    ? name
    : null
}

/** Restores picture files: `commit` keeps all of them, `rollback` none. */
export interface PictureRestore {
  /** Skips a file that exists: its name is the hash of its content. */
  add(name: string, content: Buffer): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  /** @returns how many of the pictures have no file */
  countMissing(hashes: readonly string[]): Promise<number>
}

export function createPictureRestore({
  dataDir,
  pictures,
}: Pick<Installation, 'dataDir' | 'pictures'>): PictureRestore {
  return pictures?.folder === null ? new BucketRestore(pictures) : new FolderRestore(dataDir)
}

/** Objects are visible in the bucket before the commit, but no row refers to them yet. */
class BucketRestore implements PictureRestore {
  readonly #pictures: PictureStore
  readonly #names: string[] = []
  readonly #limit = pLimit(CONCURRENCY)
  readonly #uploads = new Set<Promise<void>>()

  constructor(pictures: PictureStore) {
    this.#pictures = pictures
  }

  async add(name: string, content: Buffer): Promise<void> {
    await addRunning(this.#uploads, this.#addMissing(name, content))
  }

  async #addMissing(name: string, content: Buffer): Promise<void> {
    if (await this.#pictures.hasFile(name)) return
    this.#names.push(name)
    await this.#pictures.writeFile(name, content)
  }

  async commit(): Promise<void> {
    await Promise.all(this.#uploads)
  }

  async rollback(): Promise<void> {
    await Promise.allSettled(this.#uploads)
    // No row refers to what cannot be removed now, so the hourly cleanup removes it.
    for (const hash of new Set(this.#names.map(hashOf)))
      await this.#pictures.remove(hash).catch(() => {})
  }

  async countMissing(hashes: readonly string[]): Promise<number> {
    const isComplete = async (hash: string) =>
      (await Promise.all(neededFiles(hash).map((name) => this.#pictures.hasFile(name)))).every(
        Boolean,
      )
    const complete = await Promise.all(hashes.map((hash) => this.#limit(() => isComplete(hash))))
    return complete.filter((each) => !each).length
  }
}

class FolderRestore implements PictureRestore {
  readonly #folder: string
  /** The hourly cleanup removes files with this suffix that a killed process left. */
  readonly #suffix = `.${randomUUID()}.part`
  readonly #names: string[] = []
  readonly #writing = new Set<Promise<void>>()
  #committed = 0

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, FOLDER)
  }

  async add(name: string, content: Buffer): Promise<void> {
    if (await exists(path.join(this.#folder, name))) return
    if (this.#names.length === 0) await mkdir(this.#folder, { recursive: true })
    this.#names.push(name)
    const file = path.join(this.#folder, name + this.#suffix)
    await addRunning(this.#writing, writeFile(file, content, { flush: true }))
  }

  async commit(): Promise<void> {
    await Promise.all(this.#writing)
    for (; this.#committed < this.#names.length; this.#committed++) {
      const file = path.join(this.#folder, this.#names[this.#committed] ?? '')
      await rename(file + this.#suffix, file)
    }
    if (this.#committed > 0) await fsyncFolder(this.#folder)
  }

  async rollback(): Promise<void> {
    await Promise.allSettled(this.#writing)
    for (const [index, name] of this.#names.entries()) {
      await rm(path.join(this.#folder, index < this.#committed ? name : name + this.#suffix), {
        force: true,
      })
    }
  }

  async countMissing(hashes: readonly string[]): Promise<number> {
    let missing = 0
    for (const hash of hashes) {
      const found = await Promise.all(
        neededFiles(hash).map((name) => exists(path.join(this.#folder, name))),
      )
      if (found.includes(false)) missing++
    }
    return missing
  }
}

/**
 * Adds a write to those in progress, and waits while there are too many.
 * Failed ones stay in the set, so that `commit` rejects.
 */
async function addRunning(running: Set<Promise<void>>, write: Promise<void>): Promise<void> {
  running.add(write)
  void write.then(() => running.delete(write)).catch(() => {})
  if (running.size >= CONCURRENCY) await Promise.race(running)
}

/** The files of a picture that nothing can replace. */
const neededFiles = (hash: string) => pictureFiles(hash).filter((name) => !substituteFor(name))

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
