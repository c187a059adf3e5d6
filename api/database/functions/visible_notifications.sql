-- Returns a user's notifications, without those about hidden posts and replies, or about people who
-- are all muted, blocked or deleted. "hider" is the user, or NULL for a caller that has found that
-- nothing hides people from them, which saves a look at each person. The planner inlines it. Served
-- by Notification_userId_id_idx.
CREATE OR REPLACE FUNCTION visible_notifications(viewer uuid, hider uuid)
RETURNS SETOF "Notification" LANGUAGE sql STABLE AS $$
  SELECT n.* FROM "Notification" n
  WHERE n."userId" = viewer
    AND (n."postId" IS NULL OR EXISTS (
      SELECT FROM "Post" p
      WHERE p."id" = n."postId" AND NOT is_hidden(p."hiddenAt", p."hiddenUntil")))
    AND CASE n."kind"
      WHEN 'REPLY' THEN EXISTS (
        SELECT FROM listed_replies(hider) r WHERE r."id" = n."replyId")
      WHEN 'THANKS' THEN EXISTS (
        SELECT FROM "Thanks" t WHERE t."id" = n."thanksId" AND t."hiddenById" IS NULL
          AND (hider IS NULL OR NOT EXISTS (
            SELECT FROM hides_between(hider, t."senderId") OFFSET 0)))
      WHEN 'REPORT_OUTCOME' THEN true
      WHEN 'MODERATION' THEN true
      ELSE n."webhookId" IS NOT NULL OR EXISTS (
        SELECT FROM "NotificationActor" a WHERE a."notificationId" = n."id"
          AND (hider IS NULL OR NOT EXISTS (
            SELECT FROM hides_between(hider, a."userId") OFFSET 0)))
      END
$$;
