import type { Services } from '#api/context.ts'

/** The rows of all tables in the catalog, as sorted JSON texts. */
export async function readRows(database: Services['database']): Promise<Map<string, string[]>> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT tablename AS "name" FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    const found = await database.$queryRawUnsafe<{ row: string }[]>(
      `SELECT to_jsonb(t)::text AS "row" FROM "${name}" t ORDER BY 1`,
    )
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}
