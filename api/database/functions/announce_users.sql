-- Announces the users whose name, avatar or status a statement changed. Reads only its transition
-- tables.
CREATE OR REPLACE FUNCTION announce_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('user', ARRAY(
    SELECT n."id" FROM new_rows n JOIN old_rows o USING ("id")
    WHERE (n."displayName", n."username", n."avatar", n."disabledAt")
      IS DISTINCT FROM (o."displayName", o."username", o."avatar", o."disabledAt")));
  RETURN NULL;
END $$;
