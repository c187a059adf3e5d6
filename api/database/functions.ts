import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'

// A file of a function is edited in place, parameters and result included, or deleted; the next start follows.
// A migration that creates a trigger also creates a stub of its function, as ..._triggers does. One that removes it drops the trigger.

/** A function's comment in the database says which text it was made from. */
const NOTE = 'api/database/functions, SHA-256 '

export interface DatabaseFunction {
  /** Also the name of its file. */
  name: string
  /** SHA-256 of the file, hexadecimal. */
  hash: string
  sql: string
}

/** The functions of this version of the product. */
export function readFunctions(): DatabaseFunction[] {
  const folder = path.join(import.meta.dirname, 'functions')
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((file) => {
    const sql = readFileSync(path.join(folder, file), 'utf8')
    return {
      name: path.basename(file, '.sql'),
      sql,
      hash: createHash('sha256').update(sql).digest('hex'),
    }
  })
}

interface Found {
  name: string
  /** With the types of its parameters. */
  signature: string
  note: string | null
  /** Whether a trigger, an index or the like calls it. */
  used: boolean
}

export interface FunctionChanges {
  /** Functions to make, or to replace by another text. */
  apply: DatabaseFunction[]
  /** Signatures of functions to drop first: those without a file, and those whose new text may have other parameters. */
  drop: string[]
}

/** What has to change for a database to have these functions, and no others that were made from files. Changes nothing. */
export async function functionChanges(
  client: pg.Client,
  wanted: readonly DatabaseFunction[],
): Promise<FunctionChanges> {
  const found = await readFound(client)
  const hasText = ({ note }: Found, { hash }: DatabaseFunction) => note === NOTE + hash
  const apply = wanted.filter(
    (each) => !found.some((one) => one.name === each.name && hasText(one, each)),
  )
  const drop = found.filter((one) => {
    const file = wanted.find(({ name }) => name === one.name)
    if (!file) return one.note?.startsWith(NOTE)
    // A trigger holds on to its function, which is replaced in place.
    return !hasText(one, file) && !one.used
  })
  return { apply, drop: drop.map(({ signature }) => signature) }
}

async function readFound(client: pg.Client): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `SELECT p.proname AS name, p.oid::regprocedure::text AS signature, obj_description(p.oid, 'pg_proc') AS note,
       EXISTS (SELECT FROM pg_depend d WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid) AS used
     FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace`,
  )
  return rows
}

/**
 * Makes the changes in the caller's transaction.
 * @throws OperatorError when a function cannot be made or dropped
 */
export async function applyFunctions(
  client: pg.Client,
  { apply, drop }: FunctionChanges,
): Promise<void> {
  for (const signature of drop) await run(client, `DROP FUNCTION ${signature}`, signature)
  for (const { name, hash, sql } of apply) {
    await run(client, sql, name)
    await run(client, `COMMENT ON FUNCTION ${pg.escapeIdentifier(name)} IS '${NOTE}${hash}'`, name)
  }
}

async function run(client: pg.Client, sql: string, name: string) {
  try {
    await client.query(sql)
  } catch (error) {
    const sentence = `The database function ${name} could not be brought to this version, and nothing has changed: ${messageOf(error)}.`
    throw new OperatorError(sentence, { cause: error })
  }
}
