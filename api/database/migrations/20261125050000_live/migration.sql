-- The file in ../../functions replaces it in the same transaction, after the last migration.
CREATE FUNCTION announce_follows() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN RAISE EXCEPTION ''not applied yet''; END';

CREATE TRIGGER "Follow_announce_insert" AFTER INSERT ON "Follow" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_follows();
