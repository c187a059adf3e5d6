-- Announces the posts that a statement inserted, updated or deleted. Reads only its transition
-- tables.
CREATE OR REPLACE FUNCTION announce_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM announce_changes('post', ARRAY(SELECT "id" FROM old_rows));
  ELSE
    PERFORM announce_changes('post', ARRAY(SELECT "id" FROM new_rows));
  END IF;
  RETURN NULL;
END $$;
