-- Marks the shared posts for their authors' next delivery. Finds posts by the primary key of
-- "Post".
CREATE OR REPLACE FUNCTION mark_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PendingNotification" ("userId", "kind", "subjectId", "quarter")
    SELECT DISTINCT p."authorId", 'SHARE'::"NotificationKind", p."id", quarter_of(id_time(n."id"))
    FROM new_rows n JOIN "Post" p ON p."id" = n."postId"
    WHERE n."kind" = 'SHARE' AND p."authorId" <> n."actorId"
    ORDER BY 3, 4
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
