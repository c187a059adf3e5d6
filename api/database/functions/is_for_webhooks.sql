-- Returns whether an active webhook may be about a change: by its scope, or because it names the
-- topic. Served by Webhook_scope_idx and Webhook_topicIds_idx.
CREATE OR REPLACE FUNCTION is_for_webhooks(kind "WebhookChangeKind", topic uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM "Webhook" w WHERE w."topicIds" @> ARRAY[topic] AND w."kinds" @> ARRAY[kind]
      AND w."pausedAt" IS NULL)
  OR EXISTS (
    SELECT FROM "Webhook" w WHERE w."scope" IN ('EVERYONE', 'FOLLOWING')
      AND w."kinds" @> ARRAY[kind] AND w."pausedAt" IS NULL)
$$;
