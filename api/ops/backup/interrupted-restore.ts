import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readAppliedMigrations } from '#api/database/migrations-table.ts'
import { withConnection } from './connection.ts'

const markerIn = (dataDir: string) => path.join(dataDir, 'restore-was-begun.txt')

/** The marker survives a killed restore, so that the next start can report it. */
export function markRestoreStarted(dataDir: string, file: string): void {
  writeFileSync(markerIn(dataDir), `${file}\n`, { mode: 0o600 })
}

export function clearRestoreMarker(dataDir: string): void {
  rmSync(markerIn(dataDir), { force: true })
}

/**
 * Reports a restore that was killed, and clears its marker.
 * @returns a sentence for the operator; null when no restore was interrupted
 */
export async function reportInterruptedRestore(
  directUrl: string,
  dataDir: string,
): Promise<string | null> {
  if (!existsSync(markerIn(dataDir))) return null
  const file = readFileSync(markerIn(dataDir), 'utf8').trim()
  const isComplete = ((await withConnection(directUrl, readAppliedMigrations)) ?? []).length > 0
  clearRestoreMarker(dataDir)
  return isComplete
    ? `The restore from ${file} was interrupted after everything was restored. Nothing is missing.`
    : `The restore from ${file} was interrupted and rolled back. You can run it again.`
}
