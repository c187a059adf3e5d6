-- Changes the visibility version of the users who muted or unmuted someone. Updates users in the
-- order of their ids, so that two statements cannot deadlock.
CREATE OR REPLACE FUNCTION change_mute_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_id uuid;
BEGIN
  FOR changed_id IN SELECT DISTINCT "muterId" FROM changed ORDER BY 1 LOOP
    UPDATE "User" SET "visibilityVersion" = "visibilityVersion" + 1 WHERE "id" = changed_id;
  END LOOP;
  RETURN NULL;
END $$;
