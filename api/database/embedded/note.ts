import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomic } from '#api/lib/files.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { clusterOf, findServer } from './cluster.ts'
import { isId, readId, writeId } from './id.ts'
import type { Place } from './place.ts'

/** How a data directory names a database that is elsewhere. */
export interface DatabaseNote {
  folder: string
  /** Written inside the database too. Null in a note of 0.1.0, whose databases have no id. */
  id: string | null
}

/** The note of a data directory; null where there is none. */
export function readNote(dataDir: string): DatabaseNote | null {
  const file = noteFile(dataDir)
  const [folder = '', id = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return folder === '' ? null : { folder, id: isId(id) ? id : null }
}

export function noteFile(dataDir: string): string {
  return path.join(dataDir, 'postgres-is-elsewhere.txt')
}

/**
 * The id of the database that a data directory has in a folder elsewhere, which may be still to be made. A database of 0.1.0 gets an id.
 * The note is written first, so that a database never exists without the note that names it.
 * @throws OperatorError when there is a database that the data directory does not name
 */
export async function claimDatabase(dataDir: string, { home, user }: Place): Promise<string> {
  const cluster = clusterOf({ home })
  const exists = existsSync(path.join(cluster, 'PG_VERSION'))
  const note = readNote(dataDir)
  const idInside = exists ? readId(cluster) : null
  const isNamed = note !== null && (idInside === null || idInside === note.id)
  if (exists && !isNamed) throw await unnamed(dataDir, home, idInside)
  const id = note?.id ?? randomUUID()
  if (note?.id !== id) await writeFileAtomic(noteFile(dataDir), `${home}\n${id}\n`)
  if (exists && idInside === null) await writeId(cluster, id, user)
  return id
}

async function unnamed(dataDir: string, home: string, id: string | null): Promise<OperatorError> {
  const lines = [home, ...(id === null ? [] : [id])].join(' ')
  const keep = `printf '%s\\n' ${lines} > ${quoted(noteFile(dataDir))}`
  const server = await findServer({ home })
  const running = server === null ? '' : ` Process ${server.pid} runs it: stop that first.`
  return new OperatorError(
    `The database in ${home} is from an earlier start, and ${dataDir} does not name it: run "rm -r ${home}" to remove it and start empty, or "${keep}" to keep it.${running}`,
  )
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
