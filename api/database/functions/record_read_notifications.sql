-- Records for webhooks the users who read notifications. Reads its transition tables and "Webhook".
CREATE OR REPLACE FUNCTION record_read_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookChange" ("id", "kind", "topicId", "subjectId")
    SELECT new_id(), 'NOTIFICATIONS', n."userId", n."userId"
    FROM new_rows n JOIN old_rows o USING ("userId")
    WHERE n."readUpToId" IS DISTINCT FROM o."readUpToId"
      AND is_for_webhooks('NOTIFICATIONS', n."userId");
  RETURN NULL;
END $$;
