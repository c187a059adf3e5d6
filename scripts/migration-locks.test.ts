import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const MIGRATIONS = path.join(ROOT, 'api/database/migrations')

/** What holds a lock for as long as it reads or rewrites a table, with the table's name. */
const LONG_LOCKS: readonly (readonly [what: string, statement: RegExp])[] = [
  ['an index', /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON "(\w+)"/s],
  [
    'a constraint that is checked at once',
    /^ALTER TABLE "(\w+)"(?=.*ADD CONSTRAINT)(?!.*NOT VALID)/s,
  ],
  ['a rewritten column', /^ALTER TABLE "(\w+)".*ALTER COLUMN "\w+" (?:SET DATA )?TYPE/s],
  ['a column that is checked at once', /^ALTER TABLE "(\w+)".*SET NOT NULL/s],
  ['changed rows', /^(?:UPDATE|DELETE FROM) "(\w+)"/],
  ['rows for all rows of another table', /^INSERT INTO.* FROM "(\w+)"/s],
]

/** @returns sentences about statements that lock a table which the migration does not create */
function longLocksOf(sql: string): string[] {
  const statements = sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;$/m)
    .map((each) => each.trim())
  const created = statements.flatMap((each) => /^CREATE TABLE "(\w+)"/.exec(each)?.[1] ?? [])
  return statements.flatMap((statement) =>
    LONG_LOCKS.flatMap(([what, pattern]) => {
      const table = pattern.exec(statement)?.[1]
      return table && !created.includes(table) ? [`${what} of ${table}`] : []
    }),
  )
}

/** Small tables: they have a row for each act of a moderator or operator, or of a webhook. */
const SMALL =
  /of (?:Report|ModerationEvent|Appeal|HiddenPost|Notification|NotificationSettings|Application|Webhook\w*)$/

/** Few rows of a large table. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '20261124050000_hidden_until: changed rows of Post': 'the posts that moderators hid',
}

test('no migration locks a large table for long', () => {
  const [, , , ...files] = globSync('*/migration.sql', { cwd: MIGRATIONS }).toSorted()
  const found = files.flatMap((file) =>
    longLocksOf(readFileSync(path.join(MIGRATIONS, file), 'utf8'))
      .filter((lock) => !SMALL.test(lock))
      .map((lock) => `${path.dirname(file)}: ${lock}`),
  )
  // Others belong into online.sql.
  expect(found).toEqual(Object.keys(EXCEPTIONS))
})

test.each([
  ['CREATE INDEX "a" ON "Post"("id");', 'an index of Post'],
  [
    'ALTER TABLE "Post"\n  ADD CONSTRAINT "a" CHECK ("b" > 0);',
    'a constraint that is checked at once of Post',
  ],
  ['ALTER TABLE "Post" ALTER COLUMN "a" TYPE bigint;', 'a rewritten column of Post'],
  ['ALTER TABLE "Post" ALTER COLUMN "a" SET NOT NULL;', 'a column that is checked at once of Post'],
  ['UPDATE "Post" SET "a" = 1;', 'changed rows of Post'],
  ['INSERT INTO "A"\n  SELECT "id" FROM "Post";', 'rows for all rows of another table of Post'],
])('a migration with %j is refused', (statement, lock) => {
  expect(longLocksOf(statement)).toEqual([lock])
})

test('a table that the migration creates may have everything at once', () => {
  const sql = 'CREATE TABLE "A" (\n  "id" int\n);\nCREATE INDEX "a" ON "A"("id");\n'
  expect(longLocksOf(sql)).toEqual([])
})
