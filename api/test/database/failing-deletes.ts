import type { Database } from '#api/database/client.ts'

/** From now on, deleting the given rows fails. */
export async function failDeletesOf(
  database: Database,
  table: string,
  ids: readonly string[],
): Promise<void> {
  await database.$executeRawUnsafe(`
    CREATE FUNCTION fail_delete() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''This row cannot be deleted.''; END'`)
  await database.$executeRawUnsafe(`
    CREATE TRIGGER fail_delete BEFORE DELETE ON "${table}" FOR EACH ROW
    WHEN (OLD."id" IN (${ids.map((id) => `'${id}'`).join()})) EXECUTE FUNCTION fail_delete()`)
}

/** From now on, a statement that deletes more rows of the table fails, as if it took too long. */
export async function limitDeletes(
  database: Database,
  table: string,
  maxRows: number,
): Promise<void> {
  const name = `limit_${table.toLowerCase()}`
  await database.$executeRawUnsafe(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM old_rows) > ${maxRows} THEN
        RAISE EXCEPTION 'One statement deletes too many rows.';
      END IF;
      RETURN NULL;
    END $$`)
  await database.$executeRawUnsafe(`
    CREATE TRIGGER ${name} AFTER DELETE ON "${table}" REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`)
}

/** Likes of a post by as many new people. */
export async function addLikes(database: Database, postId: string, count: number): Promise<void> {
  await database.$executeRaw`
    WITH people AS (
      INSERT INTO "User" ("id", "username", "email", "displayName", "updatedAt")
      SELECT id, 'liker_' || right(id::text, 12), id || '@example.org', 'Liker', now()
      FROM (SELECT new_id() AS id FROM generate_series(1, ${count}::int)) ids RETURNING "id")
    INSERT INTO "Like" ("userId", "postId") SELECT "id", ${postId}::uuid FROM people`
}
