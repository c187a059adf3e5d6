-- Returns what keeps a user out of a viewer's feeds, searches and lists of names: blocks between
-- them, and the viewer's mute. The planner inlines it. Served by Block_pkey and Mute_pkey.
CREATE OR REPLACE FUNCTION hides_between(viewer uuid, other uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT * FROM blocks_between(viewer, other)
  UNION ALL
  SELECT m."id" FROM "Mute" m WHERE m."muterId" = viewer AND m."mutedId" = other
    AND (m."until" IS NULL OR m."until" > now())
$$;
