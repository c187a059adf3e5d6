-- With AS_IT_HAPPENS, likes, shares and follows are added to a group until its hour ends.
ALTER TABLE "Notification" ADD COLUMN "since" TIMESTAMPTZ(3);
ALTER TABLE "NotificationSettings" ALTER COLUMN "nextDeliveryAt" DROP NOT NULL;
-- In a new database, the functions of the triggers are stubs.
DO $$
BEGIN
  IF EXISTS (SELECT FROM "NotificationSettings" WHERE "delivery" = 'AS_IT_HAPPENS') THEN
    UPDATE "NotificationSettings" SET "nextDeliveryAt" = NULL WHERE "delivery" = 'AS_IT_HAPPENS';
  END IF;
END $$;
CREATE INDEX "NotificationSettings_as_it_happens_idx" ON "NotificationSettings"("userId")
  WHERE "delivery" = 'AS_IT_HAPPENS';

CREATE TRIGGER "Notification_announce_update" AFTER UPDATE ON "Notification"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();
CREATE TRIGGER "Notification_record_updated" AFTER UPDATE ON "Notification"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_notifications();
