import type { Services } from '#api/context.ts'
import { type NodeType, toPublicId } from '#api/lib/ids.ts'

interface Column {
  name: string
  type: string
  isRequired: boolean
  /** The table that it refers to. */
  target: string | null
}

/** The UUIDs of an account and of its post. */
type Subjects = Record<'User' | 'Post', string>

/**
 * Adds a row to a table for each of its columns that refers to an account or a post: this column
 * refers to the account or its post, and the row's others to another account or its post.
 * @returns a text in the account's row
 * @throws Error for a table that needs more than that
 */
export async function addExampleRows(
  { database, ids }: Pick<Services, 'database' | 'ids'>,
  table: string,
  own: Subjects,
  others: Subjects,
): Promise<string> {
  const values: Record<string, () => unknown> = {
    uuid: () => ids.next(),
    text: () => `An example of ${table}`,
    'timestamp with time zone': () => new Date(),
    integer: () => 1,
    boolean: () => false,
  }
  const columns = await columnsOf(database, table)
  const references = columns.filter(({ target }) => target !== null)
  const needed = columns.filter(({ target, isRequired }) => isRequired && target === null)
  if (
    references.some(({ target }) => !(`${target}` in own)) ||
    needed.some(({ type }) => !values[type])
  )
    throw new Error(`Add an example row of ${table} to account-examples.ts.`)
  const filled = [...references, ...needed]
  const names = filled.map(({ name }) => `"${name}"`).join()
  for (const reference of references) {
    const row = filled.map((column) => {
      const { name, type, target } = column
      const subjects = column === reference ? own : others
      return [name, target ? subjects[target as keyof Subjects] : values[type]?.()]
    })
    await database.$executeRawUnsafe(
      `INSERT INTO "${table}" (${names})
       SELECT ${names} FROM json_populate_record(NULL::"${table}", $1::json)`,
      JSON.stringify(Object.fromEntries(row)),
    )
  }
  if (needed.some(({ type }) => type === 'text')) return `An example of ${table}`
  const type = references.at(-1)?.target as NodeType & keyof Subjects
  return toPublicId(type, others[type])
}

function columnsOf(database: Services['database'], table: string): Promise<Column[]> {
  return database.$queryRaw`
    SELECT a.attname AS "name", format_type(a.atttypid, NULL) AS "type",
      a.attnotnull AND NOT a.atthasdef AS "isRequired", t.relname AS "target"
    FROM pg_attribute a
    LEFT JOIN pg_constraint c
      ON c.conrelid = a.attrelid AND c.contype = 'f' AND c.conkey = ARRAY[a.attnum]
    LEFT JOIN pg_class t ON t.oid = c.confrelid
    WHERE a.attrelid = quote_ident(${table})::regclass AND a.attnum > 0 AND NOT a.attisdropped`
}
