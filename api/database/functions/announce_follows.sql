-- Announces the users whom a statement's follows are for. Reads only its transition table.
CREATE OR REPLACE FUNCTION announce_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes('follow', ARRAY(SELECT DISTINCT "followeeId" FROM new_rows));
  RETURN NULL;
END $$;
