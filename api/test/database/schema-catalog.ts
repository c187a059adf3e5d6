import { query } from '#api/database/embedded/cluster.ts'

/** Queries for the parts of a schema. */
const QUERIES: Readonly<Record<string, string>> = {
  columns: `SELECT c.relname,
      row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum) AS position, a.attname,
      format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid) AS "default"
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
  relations: `SELECT relname, relkind, reloptions FROM pg_class
    WHERE relnamespace = 'public'::regnamespace`,
  constraints: `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  indexes: `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`,
  triggers: `SELECT pg_get_triggerdef(oid), tgenabled FROM pg_trigger WHERE NOT tgisinternal`,
  functions: `SELECT pg_get_functiondef(oid), obj_description(oid, 'pg_proc')
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  enums: `SELECT t.typname, array_agg(e.enumlabel::text ORDER BY e.enumsortorder)
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
    WHERE t.typnamespace = 'public'::regnamespace GROUP BY t.typname`,
  migrations: `SELECT migration_name, checksum FROM "_prisma_migrations"`,
}

/** The schema of a migrated database, in a form that can be compared. */
export async function readSchemaCatalog(url: string): Promise<Record<string, unknown[]>> {
  const catalog: Record<string, unknown[]> = {}
  for (const [part, sql] of Object.entries(QUERIES))
    catalog[part] = await query(
      url,
      `SELECT to_jsonb(t) AS row FROM (${sql}) t ORDER BY to_jsonb(t)::text`,
    )
  return catalog
}
