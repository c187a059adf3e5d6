-- Notifies the author of a reply's thread and the author of the answered post, each once and never
-- the replier. Finds posts by the primary key of "Post".
CREATE OR REPLACE FUNCTION notify_of_replies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Notification" ("id", "userId", "kind", "postId", "replyId")
    SELECT new_id(), f."userId", 'REPLY', f."postId", f."replyId" FROM (
      -- An author of both is notified of the answered post.
      SELECT DISTINCT ON (n."id", p."authorId")
        n."id" AS "replyId", p."authorId" AS "userId", p."id" AS "postId"
      FROM new_rows n JOIN "Post" p ON p."id" IN (n."threadRootId", n."inReplyToId")
      WHERE n."isReply" AND p."authorId" <> n."authorId"
        AND NOT EXISTS (SELECT FROM hides_between(p."authorId", n."authorId") OFFSET 0)
      ORDER BY n."id", p."authorId", p."id" = n."inReplyToId" DESC) f
    WHERE NOT EXISTS (
      SELECT FROM "NotificationSettings" s WHERE s."userId" = f."userId" AND NOT s."replies")
    ORDER BY f."replyId", f."userId";
  RETURN NULL;
END $$;
