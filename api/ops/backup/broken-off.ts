import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readAppliedMigrations } from '#api/database/migrations-table.ts'
import { onConnection } from './connection.ts'

const noteIn = (dataDir: string) => path.join(dataDir, 'restore-was-begun.txt')

/** Notes that a restore has begun, for whoever comes after one that is killed. */
export function noteRestore(dataDir: string, file: string): void {
  writeFileSync(noteIn(dataDir), `${file}\n`, { mode: 0o600 })
}

/** It is over, whether everything was restored or nothing. */
export function forgetRestore(dataDir: string): void {
  rmSync(noteIn(dataDir), { force: true })
}

/**
 * What became of a restore that was killed, told once.
 * @returns a sentence for the operator; null when none was
 */
export async function tellOfBrokenRestore(
  directUrl: string,
  dataDir: string,
): Promise<string | null> {
  if (!existsSync(noteIn(dataDir))) return null
  const file = readFileSync(noteIn(dataDir), 'utf8').trim()
  const isThere = ((await onConnection(directUrl, readAppliedMigrations)) ?? []).length > 0
  forgetRestore(dataDir)
  return isThere
    ? `The restore from ${file} was broken off when everything was in place already; nothing is lacking.`
    : `The restore from ${file} was broken off, and what it had done is undone; it can be begun again.`
}
