-- Marks the liked posts for their authors' next delivery. A post that is marked already costs a
-- lookup. Finds posts by the primary key of "Post".
CREATE OR REPLACE FUNCTION mark_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PendingNotification" ("userId", "kind", "subjectId", "quarter")
    SELECT DISTINCT p."authorId", 'LIKE'::"NotificationKind", p."id", quarter_of(n."createdAt")
    FROM new_rows n JOIN "Post" p ON p."id" = n."postId" WHERE p."authorId" <> n."userId"
    ORDER BY 3, 4
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
