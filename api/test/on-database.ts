import pg from 'pg'

/** Runs SQL, of one statement or several, on a connection of its own. @returns the rows of a single statement */
export async function onDatabase<Row = Record<string, unknown>>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}
