import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, OperatorError } from './operator-error.ts'

/** Like `mkdir -p`. Node's own recursive mkdir loops forever in /proc. */
export function ensureFolder(folder: string): void {
  const missing: string[] = []
  for (let each = folder; !existsSync(each); each = path.dirname(each)) missing.unshift(each)
  for (const each of missing) {
    try {
      mkdirSync(each)
    } catch (error) {
      // Another process has created it in the meantime.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** Makes renames in a folder durable. Windows cannot open folders and does not need it. */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/**
 * Creates a file in a folder of another user, in place of a leftover one. `wx` does not follow a
 * link that this user may have planted.
 * @param mode of the file's permissions
 */
export async function createFile(file: string, mode = 0o666): Promise<FileHandle> {
  await rm(file, { force: true })
  return open(file, 'wx', mode)
}

/**
 * Reads a file in a folder of another user.
 * @throws OperatorError for a link, or a file that does not belong to this user
 */
export function readOwnFile(file: string, uid: number): string {
  const noFollow = constants.O_NOFOLLOW ?? 0
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | noFollow)
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw foreignFile(file)
    throw error
  }
  try {
    const { uid: owner } = fstatSync(descriptor)
    if (owner !== uid) throw foreignFile(file)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

const foreignFile = (file: string) =>
  new OperatorError(`${file} is not the file that Good Vibes created. Restore it from a backup.`)

/** Writes a file atomically and durably. Callers make sure that there is one writer at a time. */
export async function writeFileAtomic(
  file: string,
  text: string,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const temporary = `${file}.part`
  const handle = await createFile(temporary)
  try {
    await handle.writeFile(text)
    await handle.sync()
    // By the handle: another user may have put a link in the file's place.
    if (owner) await handle.chown(owner.uid, owner.gid)
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  await fsyncFolder(path.dirname(file))
}
