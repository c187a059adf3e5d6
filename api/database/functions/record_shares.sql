-- Records new shares for webhooks. Reads its transition table and "Webhook".
CREATE OR REPLACE FUNCTION record_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookChange" ("id", "kind", "topicId", "subjectId")
    SELECT new_id(), 'SHARE', n."actorId", n."id" FROM new_rows n
    WHERE n."kind" = 'SHARE' AND is_for_webhooks('SHARE', n."actorId");
  RETURN NULL;
END $$;
