import type pg from 'pg'
import { accountData } from '#api/database/account-data.ts'

interface ForeignKey {
  table: string
  columns: string[]
  target: string
  onDelete: 'NO ACTION' | 'RESTRICT' | 'CASCADE' | 'SET NULL' | 'SET DEFAULT'
  isNullable: boolean
}

interface Declaration {
  owner?: string
  deletion?: string
  withoutKey?: string
  through?: string
  export: { leftOut?: string; section?: string; orderBy?: string }
}

const declared: ReadonlyMap<string, Declaration> = new Map(Object.entries<Declaration>(accountData))

/** Compares the database's schema with `accountData`. @returns a sentence for each mismatch */
export async function findMismatches(client: pg.Client): Promise<string[]> {
  const keys = await foreignKeys(client)
  const unique = await uniqueColumns(client)
  const owned = tablesReferencing('User', keys)
  const undeclared = [...owned].filter((table) => !declared.has(table))
  return [
    ...undeclared.map((table) => `${table} refers to accounts and is not declared.`),
    ...keys.filter(({ target }) => owned.has(target)).flatMap(wrongAction),
    ...[...declared].flatMap(([table, entry]) => missingKey(table, entry, keys)),
    ...[...declared].flatMap(([table, entry]) => ambiguousOrder(table, entry, unique)),
  ]
}

/** Every column with a foreign key to an account. */
export async function accountColumns(
  client: pg.Client,
): Promise<{ table: string; column: string }[]> {
  const keys = (await foreignKeys(client)).filter(({ target }) => target === 'User')
  return keys.flatMap(({ table, columns }) => columns.map((column) => ({ table, column })))
}

/** The table, and all tables that refer to it directly or indirectly. */
function tablesReferencing(table: string, keys: readonly ForeignKey[]): Set<string> {
  const found = new Set([table])
  for (const name of found) for (const key of keys) if (key.target === name) found.add(key.table)
  return found
}

function wrongAction({ table, columns, onDelete, isNullable }: ForeignKey): string[] {
  if (onDelete === 'CASCADE' || (onDelete === 'SET NULL' && isNullable)) return []
  return [`${table} (${columns}) blocks the deletion of accounts: ON DELETE ${onDelete}.`]
}

function missingKey(
  table: string,
  { owner, through, deletion, withoutKey }: Declaration,
  keys: readonly ForeignKey[],
): string[] {
  if (deletion === 'anonymized') {
    const isCleared = keys.some(
      (key) => key.table === table && `${key.columns}` === owner && key.onDelete === 'SET NULL',
    )
    return isCleared
      ? []
      : [`Deleting the account in ${owner} does not anonymize rows of ${table}.`]
  }
  const cascades = keys.filter((key) => key.table === table && key.onDelete === 'CASCADE')
  if (through !== undefined && !cascades.some(({ target }) => target === through))
    return [`Deleting rows of ${through} does not delete rows of ${table}.`]
  const isDeleted =
    owner === undefined ||
    table === 'User' ||
    (withoutKey !== undefined && deletion === 'first') ||
    cascades.some((key) => `${key.columns}` === owner && key.target === 'User')
  return isDeleted ? [] : [`Deleting the account in ${owner} does not delete rows of ${table}.`]
}

function ambiguousOrder(
  table: string,
  { owner, export: { orderBy } }: Declaration,
  unique: readonly Index[],
): string[] {
  if (orderBy === undefined) return []
  const isUnique = unique.some(
    (index) =>
      index.table === table &&
      index.columns.every((column) => column === orderBy || column === owner),
  )
  return isUnique
    ? []
    : [`Rows of ${table} with the same ${orderBy} may be missing from an export.`]
}

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS target,
      array_agg(a.attname::text ORDER BY a.attnum) AS columns,
      NOT bool_or(a.attnotnull) AS "isNullable",
      CASE c.confdeltype WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE'
        WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END AS "onDelete"
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
    WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace GROUP BY c.oid`)
  return rows.map((row) => ({ ...row, table: unquoted(row.table), target: unquoted(row.target) }))
}

interface Index {
  table: string
  columns: string[]
}

async function uniqueColumns(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(`
    SELECT i.indrelid::regclass::text AS "table", array_agg(a.attname::text) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indisunique AND i.indpred IS NULL
      AND c.relnamespace = current_schema()::regnamespace
    GROUP BY i.indexrelid, i.indrelid`)
  return rows.map((row) => ({ ...row, table: unquoted(row.table) }))
}

const unquoted = (name: string) => name.replaceAll('"', '')
