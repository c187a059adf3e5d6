-- Records changed posts for webhooks, as when a post is liked. Reads its transition table and
-- "Webhook".
CREATE OR REPLACE FUNCTION record_post_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookChange" ("id", "kind", "topicId", "subjectId")
    SELECT new_id(), 'POST_UPDATE', n."id", n."id" FROM new_rows n
    WHERE is_for_webhooks('POST_UPDATE', n."id");
  RETURN NULL;
END $$;
