-- Returns the posts that a viewer can see: those that no moderator hid, by users whom the viewer
-- can see. NULL is an anonymous viewer. The planner inlines it, so conditions use their index.
CREATE OR REPLACE FUNCTION visible_posts(viewer uuid) RETURNS SETOF "Post"
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM "Post" p
  WHERE NOT is_hidden(p."hiddenAt", p."hiddenUntil")
    AND (viewer IS NULL OR NOT EXISTS (
      SELECT FROM blocks_between(viewer, p."authorId") OFFSET 0))
$$;
