-- Announces the users whose sessions a statement ended or changed. Reads only its transition
-- tables.
CREATE OR REPLACE FUNCTION announce_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM announce_changes('session', ARRAY(SELECT DISTINCT "userId" FROM old_rows));
  ELSE
    PERFORM announce_changes('session', ARRAY(
      SELECT DISTINCT o."userId" FROM old_rows o LEFT JOIN new_rows n USING ("id")
      WHERE (o."token", o."userId", o."expiresAt")
        IS DISTINCT FROM (n."token", n."userId", n."expiresAt")));
  END IF;
  RETURN NULL;
END $$;
