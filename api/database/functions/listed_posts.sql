-- Returns the posts of a viewer's feeds and searches: the visible ones, without replies and those
-- by muted users. NULL is an anonymous viewer. The planner inlines it, so conditions use their
-- index.
CREATE OR REPLACE FUNCTION listed_posts(viewer uuid) RETURNS SETOF "Post"
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM "Post" p
  WHERE NOT p."isReply" AND NOT is_hidden(p."hiddenAt", p."hiddenUntil")
    AND (viewer IS NULL OR NOT EXISTS (
      SELECT FROM hides_between(viewer, p."authorId") OFFSET 0))
$$;
