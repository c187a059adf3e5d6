-- Returns the notifications that a user can see: none whose subject is hidden, or whose people are
-- all muted, blocked or deleted. The planner inlines it. Served by Notification_userId_id_idx.
CREATE OR REPLACE FUNCTION visible_notifications(viewer uuid) RETURNS SETOF "Notification"
LANGUAGE sql STABLE AS $$
  SELECT * FROM listed_notifications(viewer, viewer)
$$;
