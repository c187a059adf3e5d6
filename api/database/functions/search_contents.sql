-- Returns posts that match the patterns but not the better patterns, by the fastest plan. A scan of
-- the primary key of "PostSearch" finds frequent words, PostSearch_grams_idx rare ones. `newest`
-- has the matches among the newest posts; NULL if the caller did not read those.
CREATE OR REPLACE FUNCTION search_contents(
  patterns text[], grams int[], better text[], better_grams int[],
  cursor_post uuid, backwards boolean, max_posts int, newest uuid[]
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  from_window uuid[] := coalesce(newest[1:max_posts],
    search_window(patterns, better, cursor_post, backwards, max_posts, search_limit('newest')));
  result uuid[];
  better_count bigint;
BEGIN
  IF cardinality(from_window) = max_posts
    OR (newest IS NULL AND window_exhausted(cursor_post, backwards, search_limit('newest'))) THEN
    RETURN from_window;
  END IF;
  IF from_window = '{}' THEN
    result := search_index(
      patterns, grams, better, cursor_post, backwards, max_posts, search_limit('index'));
    IF result IS NOT NULL THEN RETURN result; END IF;
  END IF;
  from_window := search_window(
    patterns, better, cursor_post, backwards, max_posts, search_limit('scan'));
  IF cardinality(from_window) = max_posts
    OR window_exhausted(cursor_post, backwards, search_limit('scan')) THEN
    RETURN from_window;
  END IF;
  -- After so many better matches, the posts of the window are enough.
  SELECT count(*) INTO better_count FROM (SELECT FROM "PostSearch" s
    WHERE s."grams" @> better_grams LIMIT search_limit('better') + 1) better_posts;
  IF better_count > search_limit('better') THEN RETURN from_window; END IF;
  RETURN search_index(patterns, grams, better, cursor_post, backwards, max_posts, NULL);
END $$;
