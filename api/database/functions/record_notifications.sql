-- Records for webhooks the users who get notifications. Reads its transition table and "Webhook".
CREATE OR REPLACE FUNCTION record_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookChange" ("id", "kind", "topicId", "subjectId")
    SELECT new_id(), 'NOTIFICATIONS', n."userId", n."userId"
    FROM (SELECT DISTINCT "userId" FROM new_rows) n
    WHERE is_for_webhooks('NOTIFICATIONS', n."userId");
  RETURN NULL;
END $$;
