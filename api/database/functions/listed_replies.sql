-- Returns the replies of a viewer's threads: the visible ones, without those by muted users. NULL
-- is an anonymous viewer. The planner inlines it, so conditions use their index.
CREATE OR REPLACE FUNCTION listed_replies(viewer uuid) RETURNS SETOF "Post"
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM "Post" p
  WHERE p."isReply" AND NOT is_hidden(p."hiddenAt", p."hiddenUntil")
    AND (viewer IS NULL OR NOT EXISTS (
      SELECT FROM hides_between(viewer, p."authorId") OFFSET 0))
$$;
