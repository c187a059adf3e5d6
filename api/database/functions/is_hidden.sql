-- Returns whether a post is hidden, from its columns "hiddenAt" and "hiddenUntil". A suspension
-- that hides posts ends by itself. The planner inlines it.
CREATE OR REPLACE FUNCTION is_hidden(hidden_at timestamptz, hidden_until timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT hidden_at IS NOT NULL AND coalesce(hidden_until > now(), true)
$$;
