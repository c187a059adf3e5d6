-- The change feed. Whatever commits a change of a post, of what a post shows of its author or picture, or of a session is announced
-- to every process: "post <id> <id> …", "user …" or "session …", at most 100 ids a notification, and "reset" for more than 1,000.
DROP SEQUENCE news_number;

CREATE FUNCTION announce_changes(kind text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 1000 THEN
    PERFORM pg_notify('good_vibes', 'reset');
  ELSE
    PERFORM pg_notify('good_vibes', kind || ' ' || n."ids") FROM (
      SELECT string_agg(i."id"::text, ' ') AS "ids" FROM unnest(ids) WITH ORDINALITY i("id", "index") GROUP BY (i."index" - 1) / 100) n;
  END IF;
END $$;

CREATE FUNCTION announce_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('good_vibes', 'reset');
  RETURN NULL;
END $$;

CREATE FUNCTION announce_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM announce_changes('post', ARRAY(SELECT "id" FROM old_rows));
  ELSE
    PERFORM announce_changes('post', ARRAY(SELECT "id" FROM new_rows));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Post_announce_insert" AFTER INSERT ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER "Post_announce_update" AFTER UPDATE ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER "Post_announce_delete" AFTER DELETE ON "Post" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER "Post_announce_truncate" AFTER TRUNCATE ON "Post"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reset();

CREATE FUNCTION announce_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('user', ARRAY(
    SELECT n."id" FROM new_rows n JOIN old_rows o USING ("id")
    WHERE (n."displayName", n."username", n."avatar", n."disabledAt") IS DISTINCT FROM (o."displayName", o."username", o."avatar", o."disabledAt")));
  RETURN NULL;
END $$;
CREATE TRIGGER "User_announce_update" AFTER UPDATE ON "User" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_users();

-- Deleting an upload sets "mediaId" to null, which announces its posts.
CREATE FUNCTION announce_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('post', ARRAY(SELECT p."id" FROM "Post" p JOIN new_rows n ON n."id" = p."mediaId"));
  RETURN NULL;
END $$;
CREATE TRIGGER "Media_announce_update" AFTER UPDATE ON "Media" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_media();

CREATE FUNCTION announce_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM announce_changes('session', ARRAY(SELECT DISTINCT "userId" FROM old_rows));
  ELSE
    PERFORM announce_changes('session', ARRAY(SELECT DISTINCT o."userId" FROM old_rows o LEFT JOIN new_rows n USING ("id")
      WHERE (o."token", o."userId", o."expiresAt") IS DISTINCT FROM (n."token", n."userId", n."expiresAt")));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Session_announce_update" AFTER UPDATE ON "Session" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();
CREATE TRIGGER "Session_announce_delete" AFTER DELETE ON "Session" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();
CREATE TRIGGER "Session_announce_truncate" AFTER TRUNCATE ON "Session"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reset();
