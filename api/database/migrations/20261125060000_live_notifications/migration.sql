-- The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['announce_notifications', 'announce_read_notifications'] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

CREATE TRIGGER "Notification_announce_insert" AFTER INSERT ON "Notification"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();

CREATE TRIGGER "NotificationSettings_announce_insert" AFTER INSERT ON "NotificationSettings"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_read_notifications();
CREATE TRIGGER "NotificationSettings_announce_update" AFTER UPDATE ON "NotificationSettings"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_read_notifications();
