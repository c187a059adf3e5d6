import { existsSync, mkdirSync } from 'node:fs'
import { chown, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './operator-error.ts'

/** Makes a folder and those above it. Node's own way of that tries without end where the system says that one above is missing, as in /proc. */
export function makeFolders(folder: string): void {
  const missing: string[] = []
  for (let each = folder; !existsSync(each); each = path.dirname(each)) missing.unshift(each)
  for (const each of missing) {
    try {
      mkdirSync(each)
    } catch (error) {
      // Another process was faster.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** A file that was renamed stays so after a power failure. Windows, which sees to that itself, opens no folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Writes a file so that it exists in whole or not at all, also after a power failure. One writer at a time. */
export async function writeWhole(
  file: string,
  text: string,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true })
  // `wx` follows no link that another user of the folder could have put there.
  await writeFile(unfinished, text, { flag: 'wx', flush: true })
  if (owner) await chown(unfinished, owner.uid, owner.gid)
  await rename(unfinished, file)
  await syncFolder(path.dirname(file))
}
