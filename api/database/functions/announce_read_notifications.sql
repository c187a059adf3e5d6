-- Announces the users who read notifications by a statement. Reads only its transition tables.
CREATE OR REPLACE FUNCTION announce_read_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce_changes('notification', ARRAY(
      SELECT "userId" FROM new_rows WHERE "readUpToId" IS NOT NULL));
  ELSE
    PERFORM announce_changes('notification', ARRAY(
      SELECT n."userId" FROM new_rows n JOIN old_rows o USING ("userId")
      WHERE n."readUpToId" IS DISTINCT FROM o."readUpToId"));
  END IF;
  RETURN NULL;
END $$;
