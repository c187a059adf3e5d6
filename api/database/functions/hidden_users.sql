-- Returns all users whom hides_between keeps out of a viewer's lists, with the end of a mute.
-- Served by Block_pkey, Block_blockedId_blockerId_idx and Mute_pkey.
CREATE OR REPLACE FUNCTION hidden_users(viewer uuid)
RETURNS TABLE ("userId" uuid, "until" timestamptz) LANGUAGE sql STABLE AS $$
  SELECT b."blockedId", NULL::timestamptz FROM "Block" b WHERE b."blockerId" = viewer
  UNION ALL
  SELECT b."blockerId", NULL FROM "Block" b WHERE b."blockedId" = viewer
  UNION ALL
  SELECT m."mutedId", m."until" FROM "Mute" m WHERE m."muterId" = viewer
$$;
