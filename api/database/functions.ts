import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'

// Edit, rename or delete a function's file in place; the next start applies the change.
// A migration that creates a trigger also creates a stub of its function, as ..._triggers does.
// Before a trigger's function is renamed or deleted, a migration drops the trigger.

/** The database comment of a function contains the hash of the file that created it. */
const COMMENT_PREFIX = 'api/database/functions, SHA-256 '

export interface DatabaseFunction {
  /** Also the name of its file. */
  name: string
  /** SHA-256 of the file, hexadecimal. */
  hash: string
  sql: string
}

/** The functions of this version, by name. */
export function readFunctions(): DatabaseFunction[] {
  const folder = path.join(import.meta.dirname, 'functions')
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((file) => {
    const sql = readFileSync(path.join(folder, file), 'utf8')
    return {
      name: path.basename(file, '.sql'),
      sql,
      hash: hash('sha256', sql, 'hex'),
    }
  })
}

interface InstalledFunction {
  name: string
  /** The name with the parameter types. */
  signature: string
  comment: string | null
  /** Whether a trigger, an index or another object depends on it. */
  hasDependents: boolean
}

export interface FunctionChanges {
  /** Functions to create or replace. */
  apply: DatabaseFunction[]
  /** Signatures to drop first: the file was removed, or its parameters may have changed. */
  drop: string[]
}

/**
 * Compares the installed functions with the files. Read-only.
 * Ignores functions that were not created from a file.
 */
export async function functionChanges(
  client: pg.Client,
  files: readonly DatabaseFunction[],
): Promise<FunctionChanges> {
  const installed = await readInstalled(client)
  const isCurrent = ({ comment }: InstalledFunction, { hash }: DatabaseFunction) =>
    comment === COMMENT_PREFIX + hash
  const apply = files.filter(
    (file) => !installed.some((each) => each.name === file.name && isCurrent(each, file)),
  )
  const drop = installed.filter((each) => {
    const file = files.find(({ name }) => name === each.name)
    if (!file) return each.comment?.startsWith(COMMENT_PREFIX)
    // PostgreSQL refuses to drop a trigger's function, so it is replaced in place.
    return !isCurrent(each, file) && !each.hasDependents
  })
  return { apply, drop: drop.map(({ signature }) => signature) }
}

async function readInstalled(client: pg.Client): Promise<InstalledFunction[]> {
  const { rows } = await client.query<InstalledFunction>(
    `SELECT p.proname AS "name", p.oid::regprocedure::text AS "signature",
       obj_description(p.oid, 'pg_proc') AS "comment",
       EXISTS (SELECT FROM pg_depend d
         WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid) AS "hasDependents"
     FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace`,
  )
  return rows
}

/**
 * Applies the changes in the caller's transaction.
 * @throws OperatorError when a function cannot be created or dropped
 */
export async function applyFunctions(
  client: pg.Client,
  { apply, drop }: FunctionChanges,
): Promise<void> {
  for (const signature of drop) await run(client, `DROP FUNCTION ${signature}`, signature)
  for (const { name, hash, sql } of apply) {
    await run(client, sql, name)
    const comment = `${COMMENT_PREFIX}${hash}`
    await run(client, `COMMENT ON FUNCTION ${pg.escapeIdentifier(name)} IS '${comment}'`, name)
  }
}

async function run(client: pg.Client, sql: string, name: string) {
  try {
    await client.query(sql)
  } catch (error) {
    throw new OperatorError(
      `The database function ${name} could not be updated, and nothing has changed: ${messageOf(error)}.`,
      { cause: error },
    )
  }
}
