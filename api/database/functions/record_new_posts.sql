-- Records new posts and replies for webhooks. Reads its transition table and "Webhook".
CREATE OR REPLACE FUNCTION record_new_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookChange" ("id", "kind", "topicId", "subjectId")
    SELECT new_id(), c."kind", c."topicId", n."id" FROM new_rows n CROSS JOIN LATERAL (
      SELECT 'REPLY'::"WebhookChangeKind" AS "kind", n."threadRootId" AS "topicId"
      WHERE n."isReply"
      UNION ALL
      SELECT 'POST', n."authorId" WHERE NOT n."isReply") c
    WHERE is_for_webhooks(c."kind", c."topicId");
  RETURN NULL;
END $$;
