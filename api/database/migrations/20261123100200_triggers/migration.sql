-- A trigger needs its function. The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'add_author_gram', 'count_like', 'announce_posts', 'announce_users', 'announce_media', 'announce_sessions', 'announce_reset'
  ] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

CREATE TRIGGER "PostSearch_author" BEFORE INSERT OR UPDATE OF "grams" ON "PostSearch"
  FOR EACH ROW EXECUTE FUNCTION add_author_gram();

CREATE TRIGGER "Like_count_added" AFTER INSERT ON "Like" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_like();
CREATE TRIGGER "Like_count_removed" AFTER DELETE ON "Like" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_like();

-- The change feed.
CREATE TRIGGER "Post_announce_insert" AFTER INSERT ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER "Post_announce_update" AFTER UPDATE ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER "Post_announce_delete" AFTER DELETE ON "Post" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER "Post_announce_truncate" AFTER TRUNCATE ON "Post"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reset();

CREATE TRIGGER "User_announce_update" AFTER UPDATE ON "User" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_users();

-- Deleting an upload sets "mediaId" to null, which announces its posts.
CREATE TRIGGER "Media_announce_update" AFTER UPDATE ON "Media" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_media();

CREATE TRIGGER "Session_announce_update" AFTER UPDATE ON "Session" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();
CREATE TRIGGER "Session_announce_delete" AFTER DELETE ON "Session" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();
CREATE TRIGGER "Session_announce_truncate" AFTER TRUNCATE ON "Session"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reset();
