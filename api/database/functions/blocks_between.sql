-- Returns the blocks between two users, in either direction. The planner inlines it. Served by
-- Block_pkey.
CREATE OR REPLACE FUNCTION blocks_between(viewer uuid, other uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT b."id" FROM "Block" b WHERE b."blockerId" = viewer AND b."blockedId" = other
  UNION ALL
  SELECT b."id" FROM "Block" b WHERE b."blockerId" = other AND b."blockedId" = viewer
$$;
