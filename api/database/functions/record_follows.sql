-- Records new followers for webhooks. Reads its transition table and "Webhook".
CREATE OR REPLACE FUNCTION record_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookChange" ("id", "kind", "topicId", "subjectId")
    SELECT new_id(), 'FOLLOW', n."followeeId", n."followerId" FROM new_rows n
    WHERE is_for_webhooks('FOLLOW', n."followeeId");
  RETURN NULL;
END $$;
