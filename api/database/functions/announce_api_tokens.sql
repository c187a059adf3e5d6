-- Announces, as sessions, the users whose API tokens a statement revoked or changed. The last use
-- is no change. Reads only its transition tables.
CREATE OR REPLACE FUNCTION announce_api_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM announce_changes('session', ARRAY(SELECT DISTINCT "userId" FROM old_rows));
  ELSE
    PERFORM announce_changes('session', ARRAY(
      SELECT DISTINCT o."userId" FROM old_rows o LEFT JOIN new_rows n USING ("id")
      WHERE (o."hash", o."userId", o."scopes", o."expiresAt")
        IS DISTINCT FROM (n."hash", n."userId", n."scopes", n."expiresAt")));
  END IF;
  RETURN NULL;
END $$;
