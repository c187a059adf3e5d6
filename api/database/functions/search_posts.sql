-- Returns the posts that a query matches after the cursor, by class (see search_class), then newest
-- first; backwards, the reverse. `newest_*` are the matches among the newest posts, or NULL. Each
-- class has its own function, which names its index.
CREATE OR REPLACE FUNCTION search_posts(
  whole text[], whole_grams int[], start text[], start_grams int[],
  within text[], within_grams int[], word_grams text[],
  from_class int, from_post uuid, backwards boolean, max_posts int,
  newest_whole uuid[], newest_start uuid[], newest_within uuid[]
) RETURNS TABLE ("class" int, "postId" uuid) LANGUAGE plpgsql STABLE ROWS 20
SET enable_seqscan = off SET jit = off SET work_mem = '32MB'
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  first_cursor CONSTANT uuid := CASE WHEN backwards
    THEN '00000000-0000-0000-0000-000000000000' ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END;
  level int := from_class;
  cursor_post uuid := from_post;
  remaining int := max_posts;
  may_be_rare boolean;
  are_dense boolean;
  rare record;
  matches record;
  classified_from uuid;
  result uuid[];
BEGIN
  -- Many matches among the newest posts mean that the words are not rare.
  -- When whole matches are dense, the index does not help the lesser classes.
  IF newest_whole IS NULL THEN
    matches := classify_window(
      whole, start, within, first_cursor, backwards, search_limit('newest'));
    may_be_rare := matches.whole_count + matches.start_count + cardinality(matches.within_posts)
      < search_limit('scarce');
    are_dense := matches.whole_count >= search_limit('dense');
  ELSE
    may_be_rare := cardinality(newest_whole) + cardinality(newest_start)
      + cardinality(newest_within) < search_limit('scarce');
    are_dense := cardinality(newest_whole) >= search_limit('dense');
  END IF;
  WHILE level BETWEEN search_class('whole') AND search_class('author') AND remaining > 0 LOOP
    IF level < search_class('author') AND may_be_rare THEN
      may_be_rare := false;
      rare := search_if_rare(
        whole, start, within, within_grams, level, cursor_post, backwards, remaining);
      IF rare.posts IS NOT NULL THEN
        RETURN QUERY SELECT * FROM unnest(rare.classes, rare.posts);
        remaining := remaining - cardinality(rare.posts);
        level := CASE WHEN backwards THEN search_class('whole') - 1 ELSE search_class('author') END;
        cursor_post := first_cursor;
        CONTINUE;
      END IF;
    END IF;
    result := NULL;
    IF are_dense AND ((level = search_class('start') AND start <> whole)
      OR (level = search_class('within') AND within <> start)) THEN
      IF classified_from IS DISTINCT FROM cursor_post THEN
        matches := classify_window(
          whole, start, within, cursor_post, backwards, search_limit('scan'));
        classified_from := cursor_post;
      END IF;
      result := CASE level WHEN search_class('start')
        THEN matches.start_posts[1:remaining] ELSE matches.within_posts[1:remaining] END;
      -- After so many better matches, the posts of the window are enough.
      IF cardinality(result) < remaining
        AND matches.whole_count
          + (CASE level WHEN search_class('start') THEN 0 ELSE matches.start_count END)
          <= search_limit('better') THEN
        result := NULL;
      END IF;
    END IF;
    result := coalesce(result, CASE
      WHEN level = search_class('whole') THEN
        search_contents(
          whole, whole_grams, NULL, NULL, cursor_post, backwards, remaining, newest_whole)
      WHEN level = search_class('start') AND start <> whole THEN
        search_contents(
          start, start_grams, whole, whole_grams, cursor_post, backwards, remaining, newest_start)
      WHEN level = search_class('within') AND within <> start THEN
        search_contents(
          within, within_grams, start, start_grams, cursor_post,
          backwards, remaining, newest_within)
      -- Few words are in the names of users.
      WHEN level = search_class('author') AND EXISTS (
        SELECT FROM unnest(word_grams) word CROSS JOIN LATERAL
        (SELECT FROM "UserSearch" u WHERE u."grams" @> word::int[] LIMIT 1 OFFSET 0) named)
        THEN search_by_author(within, word_grams, cursor_post, backwards, remaining)
      ELSE '{}' END);
    RETURN QUERY SELECT level, post FROM unnest(result) post;
    remaining := remaining - cardinality(result);
    level := level + step;
    cursor_post := first_cursor;
  END LOOP;
END $$;
