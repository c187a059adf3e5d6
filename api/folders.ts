import { existsSync, mkdirSync } from 'node:fs'
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
