-- Announces the users whose name, avatar or status a statement changed; and as sessions, the users
-- who may do or see something else than before. Reads only its transition tables.
CREATE OR REPLACE FUNCTION announce_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('user', ARRAY(
    SELECT n."id" FROM new_rows n JOIN old_rows o USING ("id")
    WHERE (n."displayName", n."username", n."avatar", n."disabledAt")
      IS DISTINCT FROM (o."displayName", o."username", o."avatar", o."disabledAt")));
  PERFORM announce_changes('session', ARRAY(
    SELECT n."id" FROM new_rows n JOIN old_rows o USING ("id")
    WHERE (n."visibilityVersion", n."role", n."suspendedAt", n."suspendedUntil")
      IS DISTINCT FROM (o."visibilityVersion", o."role", o."suspendedAt", o."suspendedUntil")));
  RETURN NULL;
END $$;
