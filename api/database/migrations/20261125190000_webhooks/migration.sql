CREATE TYPE "WebhookScope" AS ENUM ('EVERYONE', 'FOLLOWING', 'TOPICS');

CREATE TYPE "WebhookChangeKind" AS ENUM ('POST', 'SHARE', 'REPLY', 'FOLLOW', 'NOTIFICATIONS', 'POST_UPDATE');

-- PostgreSQL does not let this transaction use the new value.
ALTER TYPE "NotificationKind" ADD VALUE 'WEBHOOK_PAUSED';

ALTER TABLE "Notification" ADD COLUMN "webhookId" UUID;

CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "ownerId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "subscription" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "kinds" "WebhookChangeKind"[],
    "scope" "WebhookScope" NOT NULL,
    "topicIds" UUID[],
    "pausedAt" TIMESTAMPTZ(3),
    "leasedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookChange" (
    "id" UUID NOT NULL,
    "kind" "WebhookChangeKind" NOT NULL,
    "topicId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,

    CONSTRAINT "WebhookChange_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "kind" "WebhookChangeKind" NOT NULL,
    "subjectId" UUID NOT NULL,
    "payload" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "firstAttemptAt" TIMESTAMPTZ(3),
    "lastAttemptAt" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "responseStatus" INTEGER,
    "failure" TEXT,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Webhook_ownerId_id_idx" ON "Webhook"("ownerId", "id" DESC);

CREATE INDEX "Webhook_scope_idx" ON "Webhook"("scope");

CREATE INDEX "Webhook_topicIds_idx" ON "Webhook" USING GIN ("topicIds");

CREATE INDEX "WebhookDelivery_webhookId_id_idx" ON "WebhookDelivery"("webhookId", "id" DESC);

CREATE INDEX "WebhookDelivery_webhookId_subjectId_idx" ON "WebhookDelivery"("webhookId", "subjectId");

CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery"("nextAttemptAt");

CREATE INDEX "Notification_webhookId_idx" ON "Notification"("webhookId");

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Notification"
  ADD CONSTRAINT "Notification_webhook_check" CHECK (("webhookId" IS NOT NULL) =
    ("kind" NOT IN ('LIKE', 'SHARE', 'FOLLOW', 'REPLY', 'THANKS', 'REPORT_OUTCOME', 'MODERATION')));

-- The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'record_new_posts', 'record_post_updates', 'record_shares', 'record_follows',
    'record_notifications', 'record_read_notifications'
  ] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

CREATE TRIGGER "Post_record_added" AFTER INSERT ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_new_posts();
CREATE TRIGGER "Post_record_updated" AFTER UPDATE ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_post_updates();
CREATE TRIGGER "FeedEvent_record_added" AFTER INSERT ON "FeedEvent" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_shares();
CREATE TRIGGER "Follow_record_added" AFTER INSERT ON "Follow" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_follows();
CREATE TRIGGER "Notification_record_added" AFTER INSERT ON "Notification" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_notifications();
CREATE TRIGGER "NotificationSettings_record_updated" AFTER UPDATE ON "NotificationSettings"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_read_notifications();
