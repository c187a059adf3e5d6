import { existsSync, mkdirSync } from 'node:fs'
import { chown, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './operator-error.ts'

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

/** Writes a file atomically and durably. Callers make sure that there is one writer at a time. */
export async function writeFileAtomic(
  file: string,
  text: string,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const temporary = `${file}.part`
  await rm(temporary, { force: true })
  // `wx` does not follow a symbolic link that another user may have planted.
  await writeFile(temporary, text, { flag: 'wx', flush: true })
  if (owner) await chown(temporary, owner.uid, owner.gid)
  await rename(temporary, file)
  await fsyncFolder(path.dirname(file))
}
