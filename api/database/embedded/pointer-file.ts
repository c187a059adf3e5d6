import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomic } from '#api/lib/files.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { clusterFolder, findServer } from './cluster.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { isId, readId, writeId } from './id.ts'

/** Names the folder of a database that is outside its data directory. */
export interface DatabasePointer {
  folder: string
  /** Also stored in the database. Null in a file of 0.1.0, whose databases have no id. */
  id: string | null
}

/** Reads the pointer file of a data directory; null if there is none. */
export function readPointer(dataDir: string): DatabasePointer | null {
  const file = pointerFile(dataDir)
  const [folder = '', id = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return folder === '' ? null : { folder, id: isId(id) ? id : null }
}

export function pointerFile(dataDir: string): string {
  return path.join(dataDir, 'postgres-is-elsewhere.txt')
}

/**
 * Links a data directory and its database in another folder by an id, which it returns.
 * Writes the pointer file first, so that no database exists without one.
 * @throws OperatorError when the folder has a database of another data directory
 */
export async function claimDatabase(
  dataDir: string,
  { home, user }: ClusterLocation,
): Promise<string> {
  const cluster = clusterFolder({ home })
  const exists = existsSync(path.join(cluster, 'PG_VERSION'))
  const pointer = readPointer(dataDir)
  const storedId = exists ? readId(cluster) : null
  const isOwn = pointer !== null && (storedId === null || storedId === pointer.id)
  if (exists && !isOwn) throw await unknownDatabase(dataDir, home, storedId)
  const id = pointer?.id ?? randomUUID()
  if (pointer?.id !== id) await writeFileAtomic(pointerFile(dataDir), `${home}\n${id}\n`)
  if (exists && storedId === null) await writeId(cluster, id, user)
  return id
}

async function unknownDatabase(
  dataDir: string,
  home: string,
  id: string | null,
): Promise<OperatorError> {
  const lines = [home, ...(id === null ? [] : [id])].join(' ')
  const keep = `printf '%s\\n' ${lines} > ${quoted(pointerFile(dataDir))}`
  const server = await findServer({ home })
  const running = server === null ? '' : ` Process ${server.pid} runs it: stop that first.`
  return new OperatorError(
    `The database in ${home} is from an earlier start, and ${dataDir} does not name it: run "rm -r ${home}" to remove it and start empty, or "${keep}" to keep it.${running}`,
  )
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
