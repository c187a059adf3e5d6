-- Returns the users that a viewer can see: everyone but those with a block between them. NULL is
-- an anonymous viewer. The planner inlines it, so a condition on "id" or "username" uses its index.
CREATE OR REPLACE FUNCTION visible_users(viewer uuid) RETURNS SETOF "User"
LANGUAGE sql STABLE AS $$
  SELECT u.* FROM "User" u
  WHERE viewer IS NULL OR NOT EXISTS (SELECT FROM blocks_between(viewer, u."id") OFFSET 0)
$$;
