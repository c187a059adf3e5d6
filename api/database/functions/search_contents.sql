-- Returns posts that match the patterns and not the better ones, by the fastest way: walking the primary key of "PostSearch" finds frequent
-- words, PostSearch_grams_idx rare ones. `newest` is what matches among the newest posts, or NULL where they were not looked through.
CREATE OR REPLACE FUNCTION search_contents(
  patterns text[], grams int[], better text[], better_grams int[], beyond uuid, backwards boolean, wanted int, newest uuid[]
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  near uuid[] := coalesce(newest[1:wanted], search_near(patterns, better, beyond, backwards, wanted, search_limit('newest')));
  found uuid[];
  better_ones bigint;
BEGIN
  IF cardinality(near) = wanted OR (newest IS NULL AND search_ends(beyond, backwards, search_limit('newest'))) THEN RETURN near; END IF;
  IF near = '{}' THEN
    found := search_index(patterns, grams, better, beyond, backwards, wanted, search_limit('index'));
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  near := search_near(patterns, better, beyond, backwards, wanted, search_limit('walk'));
  IF cardinality(near) = wanted OR search_ends(beyond, backwards, search_limit('walk')) THEN RETURN near; END IF;
  -- After so many better matches, the posts nearby are enough.
  SELECT count(*) INTO better_ones FROM (SELECT FROM "PostSearch" s WHERE s."grams" @> better_grams LIMIT search_limit('better') + 1) these;
  IF better_ones > search_limit('better') THEN RETURN near; END IF;
  RETURN search_index(patterns, grams, better, beyond, backwards, wanted, NULL);
END $$;
