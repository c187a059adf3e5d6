import { expect, test } from 'vitest'
import { withClient } from '#api/lib/pg-client.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { query } from './embedded/cluster.ts'
import { isMigrated, migrate } from './migrate.ts'
import { readMigrations } from './migrations-table.ts'
import { applyStep } from './online-steps.ts'

const ANN = '01890000-0000-7000-8000-0000000000aa'
const PEOPLE = '20261123200000_people'
const POSTS = 5
const withSteps = readMigrations().filter(({ online }) => online.length > 0)
const { url } = await testDatabase()
await query(
  url,
  `INSERT INTO "User" ("id", "displayName", "username", "email", "updatedAt")
   VALUES ('${ANN}', 'Ann', 'ann', 'ann@example.org', now());
   INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt")
   SELECT ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${ANN}', 'Good', 'TEXT', now()
   FROM generate_series(1, ${POSTS}) n`,
)

const onDatabase = <Row>(sql: string) => query<Row>(url, sql)
const stepsDone = () =>
  onDatabase(
    `SELECT migration_name AS name, applied_steps_count - 1 AS steps FROM "_prisma_migrations"
     WHERE applied_steps_count > 1 ORDER BY 1`,
  )
const eventsLikePosts = () =>
  onDatabase('SELECT "id" FROM "FeedEvent" JOIN "Post" USING ("id") ORDER BY "id"')

test('a new database has all steps', async () => {
  expect(await stepsDone()).toEqual(
    withSteps.map(({ name, online }) => ({ name, steps: online.length })),
  )
  expect(await isMigrated(url)).toBe(true)
})

test('steps that were interrupted run again, and replace an unusable index', async () => {
  await onDatabase('DELETE FROM "FeedEvent"')
  // As an interrupted CREATE INDEX CONCURRENTLY leaves it.
  await onDatabase(
    `UPDATE pg_index SET indisvalid = false
     WHERE indexrelid = '"Like_postId_createdAt_userId_idx"'::regclass`,
  )
  await onDatabase(
    `UPDATE "_prisma_migrations" SET applied_steps_count = 1 WHERE migration_name = '${PEOPLE}'`,
  )
  expect(await isMigrated(url)).toBe(false)
  expect(await migrate(url)).toEqual({ migrations: [], functions: [] })
  expect(await isMigrated(url)).toBe(true)
  expect(await onDatabase('SELECT FROM pg_index WHERE NOT indisvalid')).toEqual([])
  expect(await eventsLikePosts()).toHaveLength(POSTS)
})

test('limits of the database do not end a step', async () => {
  await onDatabase(
    `DELETE FROM "FeedEvent";
     UPDATE "_prisma_migrations" SET applied_steps_count = 1 WHERE migration_name = '${PEOPLE}';
     CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS
     $$BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END$$;
     CREATE TRIGGER slow AFTER INSERT ON "FeedEvent" EXECUTE FUNCTION be_slow()`,
  )
  const name = new URL(url).pathname.slice(1)
  await onDatabase(`ALTER DATABASE ${name} SET statement_timeout = '100ms'`)
  try {
    await migrate(url)
  } finally {
    const unlimited = Object.assign(new URL(url), { search: 'options=-c statement_timeout=0' })
    await query(
      unlimited.href,
      `ALTER DATABASE ${name} RESET statement_timeout; DROP FUNCTION be_slow CASCADE`,
    )
  }
  expect(await isMigrated(url)).toBe(true)
  expect(await eventsLikePosts()).toHaveLength(POSTS)
})

test('a step with a parameter goes through all rows in parts', async () => {
  await onDatabase('DELETE FROM "FeedEvent"')
  const sql = withSteps.find(({ name }) => name === PEOPLE)?.online.at(-1) ?? ''
  const inTwos = sql.replace('LIMIT 10000', 'LIMIT 2')
  expect(inTwos).not.toBe(sql)
  await withClient({ connectionString: url }, (client) =>
    applyStep(client, { migration: PEOPLE, number: 3, sql: inTwos }),
  )
  expect(await eventsLikePosts()).toHaveLength(POSTS)
})

test('a partitioned table gets an index partition by partition, also after an interruption', async () => {
  await onDatabase(
    `CREATE TABLE "Cloud" ("id" int NOT NULL, "shape" text) PARTITION BY RANGE ("id");
     CREATE TABLE "Cloud_1" PARTITION OF "Cloud" FOR VALUES FROM (0) TO (10);
     CREATE TABLE "Cloud_2" PARTITION OF "Cloud" FOR VALUES FROM (10) TO (20);
     CREATE INDEX "Cloud_shape_idx_Cloud_2" ON "Cloud_2" ("id");
     UPDATE pg_index SET indisvalid = false
     WHERE indexrelid = '"Cloud_shape_idx_Cloud_2"'::regclass`,
  )
  const sql = `CREATE INDEX CONCURRENTLY IF NOT EXISTS "Cloud_shape_idx"\n  ON "Cloud"("shape")`
  const step = { migration: PEOPLE, number: 1, sql }
  for (const _run of [1, 2]) {
    await withClient({ connectionString: url }, (client) => applyStep(client, step))
    const indexes = await onDatabase<{ isValid: boolean; on: string }>(
      `SELECT indisvalid AS "isValid", pg_get_indexdef(indexrelid, 1, false) AS "on"
       FROM pg_index WHERE indrelid::regclass::text LIKE '"Cloud%'`,
    )
    expect(indexes).toEqual(Array.from({ length: 3 }, () => ({ isValid: true, on: 'shape' })))
  }
})

test('a step that fails is named, and is still missing', async () => {
  await withClient({ connectionString: url }, async (client) => {
    const step = { migration: PEOPLE, number: 1, sql: 'SELECT 1 / 0' }
    await expect(applyStep(client, step)).rejects.toMatchObject({
      name: 'OperatorError',
      message: `Step 1 of migration ${PEOPLE} failed, and the next start repeats it: division by zero.`,
    })
  })
  expect(await stepsDone()).toHaveLength(withSteps.length)
})
