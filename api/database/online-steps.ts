import type pg from 'pg'
import { NIL_UUID } from '#api/lib/ids.ts'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import type { Migration } from './migrations-table.ts'
import { createIndex, isNewIndex } from './online-index.ts'

// What would hold a lock on a large table for long runs after the migrations, statement by
// statement and outside of a transaction: indexes, the validation of constraints, and new rows for
// old ones. A step that was interrupted runs again.

/** A statement of the file online.sql of a migration. */
export interface OnlineStep {
  migration: string
  /** From 1. */
  number: number
  sql: string
}

/** Such a statement handles the rows after this id, and returns the last one, or none. */
const AFTER_ID = /\$1\b/

/** The steps that a database lacks. Migrations that it lacks altogether count, too. */
export async function missingSteps(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<OnlineStep[]> {
  const done = await doneSteps(client)
  return migrations.flatMap(({ name, online }) =>
    online
      .map((sql, index) => ({ migration: name, number: index + 1, sql }))
      .slice(done.get(name) ?? 0),
  )
}

/** Prisma's table counts the steps of a migration. The first is the migration itself. */
async function doneSteps(client: pg.Client): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `SELECT to_regclass('"_prisma_migrations"') AS name`,
  )
  if (!tables[0]?.name) return new Map()
  const { rows } = await client.query<{ name: string; steps: number }>(
    `SELECT migration_name AS name, greatest(applied_steps_count, 1) - 1 AS steps
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  )
  return new Map(rows.map(({ name, steps }) => [name, steps]))
}

/** @throws OperatorError when the step fails; the next start repeats it */
export async function applyStep(
  client: pg.Client,
  { migration, number, sql }: OnlineStep,
): Promise<void> {
  try {
    if (isNewIndex(sql)) await createIndex(client, sql)
    else if (AFTER_ID.test(sql)) await inParts(client, sql)
    else await client.query(sql)
  } catch (error) {
    throw new OperatorError(
      `Step ${number} of migration ${migration} failed, and the next start repeats it: ${messageOf(error)}.`,
      { cause: error },
    )
  }
  await client.query(
    `UPDATE "_prisma_migrations" SET applied_steps_count = $2 + 1
     WHERE migration_name = $1 AND rolled_back_at IS NULL`,
    [migration, number],
  )
}

async function inParts(client: pg.Client, sql: string): Promise<void> {
  let after: string | undefined = NIL_UUID
  while (after !== undefined) {
    const { rows }: pg.QueryResult<{ id: string }> = await client.query(sql, [after])
    after = rows[0]?.id
  }
}
