-- Announces the users whom a statement's notifications are for. Reads only its transition table.
CREATE OR REPLACE FUNCTION announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('notification', ARRAY(SELECT DISTINCT "userId" FROM new_rows));
  RETURN NULL;
END $$;
