CREATE TYPE "NotificationKind" AS ENUM ('LIKE', 'SHARE', 'FOLLOW', 'REPLY', 'THANKS', 'REPORT_OUTCOME', 'MODERATION');

CREATE TYPE "NotificationDelivery" AS ENUM ('AS_IT_HAPPENS', 'THREE_TIMES_A_DAY', 'DAILY');

ALTER TYPE "ReportSubject" ADD VALUE 'THANKS';

CREATE TABLE "Notification" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "NotificationKind" NOT NULL,
    "postId" UUID,
    "actorsCount" INTEGER NOT NULL DEFAULT 0,
    "replyId" UUID,
    "thanksId" UUID,
    "reportId" UUID,
    "eventId" UUID,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "NotificationActor" (
    "notificationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "rank" INTEGER NOT NULL,

    CONSTRAINT "NotificationActor_pkey" PRIMARY KEY ("notificationId","userId")
);

CREATE TABLE "PendingNotification" (
    "userId" UUID NOT NULL,
    "kind" "NotificationKind" NOT NULL,
    "subjectId" UUID NOT NULL,
    "quarter" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PendingNotification_pkey" PRIMARY KEY ("userId","kind","subjectId","quarter")
);

CREATE TABLE "NotificationSettings" (
    "userId" UUID NOT NULL,
    "delivery" "NotificationDelivery" NOT NULL DEFAULT 'THREE_TIMES_A_DAY',
    "hours" INTEGER[] DEFAULT ARRAY[8, 13, 19]::INTEGER[],
    "timeZone" TEXT,
    "likes" BOOLEAN NOT NULL DEFAULT true,
    "shares" BOOLEAN NOT NULL DEFAULT true,
    "follows" BOOLEAN NOT NULL DEFAULT true,
    "replies" BOOLEAN NOT NULL DEFAULT true,
    "thanks" BOOLEAN NOT NULL DEFAULT true,
    "weeklyEmail" BOOLEAN NOT NULL DEFAULT false,
    "weeklyEmailAt" TIMESTAMPTZ(3),
    "nextDeliveryAt" TIMESTAMPTZ(3) NOT NULL,
    "lastDeliveredAt" TIMESTAMPTZ(3),
    "readUpToId" UUID,

    CONSTRAINT "NotificationSettings_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "Thanks" (
    "id" UUID NOT NULL,
    "senderId" UUID NOT NULL,
    "postId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "hiddenById" UUID,

    CONSTRAINT "Thanks_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Notification_userId_id_idx" ON "Notification"("userId", "id" DESC);

CREATE INDEX "Notification_postId_idx" ON "Notification"("postId");

CREATE INDEX "Notification_replyId_idx" ON "Notification"("replyId");

CREATE INDEX "Notification_thanksId_idx" ON "Notification"("thanksId");

CREATE INDEX "Notification_reportId_idx" ON "Notification"("reportId");

CREATE INDEX "Notification_eventId_idx" ON "Notification"("eventId");

CREATE INDEX "NotificationActor_userId_idx" ON "NotificationActor"("userId");

CREATE INDEX "NotificationSettings_weeklyEmailAt_idx" ON "NotificationSettings"("weeklyEmailAt");

CREATE INDEX "NotificationSettings_nextDeliveryAt_idx" ON "NotificationSettings"("nextDeliveryAt");

CREATE INDEX "Thanks_postId_idx" ON "Thanks"("postId");

CREATE INDEX "Thanks_hiddenById_idx" ON "Thanks"("hiddenById");

CREATE UNIQUE INDEX "Thanks_senderId_postId_key" ON "Thanks"("senderId", "postId");

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_replyId_fkey" FOREIGN KEY ("replyId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_thanksId_fkey" FOREIGN KEY ("thanksId") REFERENCES "Thanks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "Report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "ModerationEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "NotificationActor" ADD CONSTRAINT "NotificationActor_notificationId_fkey" FOREIGN KEY ("notificationId") REFERENCES "Notification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "NotificationActor" ADD CONSTRAINT "NotificationActor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "NotificationSettings" ADD CONSTRAINT "NotificationSettings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Thanks" ADD CONSTRAINT "Thanks_senderId_fkey" FOREIGN KEY ("senderId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Thanks" ADD CONSTRAINT "Thanks_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Thanks" ADD CONSTRAINT "Thanks_hiddenById_fkey" FOREIGN KEY ("hiddenById") REFERENCES "ModerationEvent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "NotificationActor"
  ADD CONSTRAINT "NotificationActor_rank_check" CHECK ("rank" BETWEEN 1 AND 3);
ALTER TABLE "Notification"
  ADD CONSTRAINT "Notification_kind_check" CHECK (CASE "kind"
    WHEN 'LIKE' THEN "postId" IS NOT NULL
    WHEN 'SHARE' THEN "postId" IS NOT NULL
    WHEN 'REPLY' THEN "postId" IS NOT NULL AND "replyId" IS NOT NULL
    WHEN 'THANKS' THEN "postId" IS NOT NULL AND "thanksId" IS NOT NULL
    WHEN 'REPORT_OUTCOME' THEN "reportId" IS NOT NULL
    WHEN 'MODERATION' THEN "eventId" IS NOT NULL
    ELSE true END);
ALTER TABLE "Thanks"
  ADD CONSTRAINT "Thanks_text_check" CHECK (octet_length("text") BETWEEN 1 AND 8192);

-- The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'mark_likes', 'mark_shares', 'mark_follows', 'notify_of_replies', 'delete_empty_groups'
  ] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

-- PostgreSQL runs triggers by name, so these run after "…_count_added", which locks posts and users in order.
CREATE TRIGGER "Like_mark_added" AFTER INSERT ON "Like" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_likes();
CREATE TRIGGER "FeedEvent_mark_added" AFTER INSERT ON "FeedEvent" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_shares();
CREATE TRIGGER "Follow_mark_added" AFTER INSERT ON "Follow" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_follows();
CREATE TRIGGER "Post_notify_added" AFTER INSERT ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_replies();
CREATE TRIGGER "NotificationActor_delete_groups" AFTER DELETE ON "NotificationActor" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION delete_empty_groups();
