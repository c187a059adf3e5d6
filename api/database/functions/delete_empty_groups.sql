-- Deletes the notifications of which a statement deleted the last person. Finds notifications by
-- their primary key.
CREATE OR REPLACE FUNCTION delete_empty_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "Notification" n USING (SELECT DISTINCT "notificationId" FROM old_rows) o
    WHERE n."id" = o."notificationId" AND NOT EXISTS (
      SELECT FROM "NotificationActor" a WHERE a."notificationId" = n."id");
  RETURN NULL;
END $$;
