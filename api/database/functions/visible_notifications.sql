-- Returns the notifications that a user can see: none whose subject is hidden, or whose people are
-- all muted, blocked or deleted. The planner inlines it. Served by Notification_userId_id_idx.
CREATE OR REPLACE FUNCTION visible_notifications(viewer uuid) RETURNS SETOF "Notification"
LANGUAGE sql STABLE AS $$
  SELECT n.* FROM "Notification" n
  WHERE n."userId" = viewer
    AND (n."postId" IS NULL OR EXISTS (
      SELECT FROM "Post" p
      WHERE p."id" = n."postId" AND NOT is_hidden(p."hiddenAt", p."hiddenUntil")))
    AND CASE n."kind"
      WHEN 'REPLY' THEN EXISTS (
        SELECT FROM listed_replies(viewer) r WHERE r."id" = n."replyId")
      WHEN 'THANKS' THEN EXISTS (
        SELECT FROM "Thanks" t WHERE t."id" = n."thanksId" AND t."hiddenById" IS NULL
          AND NOT EXISTS (SELECT FROM hides_between(viewer, t."senderId") OFFSET 0))
      WHEN 'REPORT_OUTCOME' THEN true
      WHEN 'MODERATION' THEN true
      ELSE n."webhookId" IS NOT NULL OR EXISTS (
        SELECT FROM "NotificationActor" a WHERE a."notificationId" = n."id"
          AND NOT EXISTS (SELECT FROM hides_between(viewer, a."userId") OFFSET 0))
      END
$$;
