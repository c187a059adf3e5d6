import type pg from 'pg'
import { NIL_UUID } from '#api/lib/ids.ts'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import type { Migration, StoredMigration } from './migrations-table.ts'
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
export function missingSteps(
  applied: readonly StoredMigration[],
  migrations: readonly Migration[],
): OnlineStep[] {
  const done = new Map(applied.map(({ name, steps }) => [name, steps]))
  return migrations.flatMap(({ name, online }) =>
    online
      .map((sql, index) => ({ migration: name, number: index + 1, sql }))
      .slice(done.get(name) ?? 0),
  )
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
