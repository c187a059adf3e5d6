-- Returns the posts that a query finds beyond a place, by class (see search_class), newest first within it; backwards, the reverse.
-- `newest_*` is what matches among the newest posts, by class, or NULL. Each class has a function of its own, which names its index.
CREATE OR REPLACE FUNCTION search_posts(
  whole text[], whole_grams int[], start text[], start_grams int[], within text[], within_grams int[], word_grams text[],
  from_class int, from_post uuid, backwards boolean, wanted int, newest_whole uuid[], newest_start uuid[], newest_within uuid[]
) RETURNS TABLE ("class" int, "postId" uuid) LANGUAGE plpgsql STABLE ROWS 20
SET enable_seqscan = off SET jit = off SET work_mem = '32MB' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  nearest CONSTANT uuid := CASE WHEN backwards THEN '00000000-0000-0000-0000-000000000000' ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END;
  level int := from_class;
  beyond uuid := from_post;
  missing int := wanted;
  may_be_few boolean;
  are_dense boolean;
  few record;
  look record;
  looked_from uuid;
  found uuid[];
BEGIN
  -- Where many of the nearest posts match, the matches are not few. Where words are dense, the index is of no use for the lesser classes.
  IF newest_whole IS NULL THEN
    look := search_look(whole, start, within, nearest, backwards, search_limit('newest'));
    may_be_few := look.whole_ones + look.begun_ones + cardinality(look.inner_ones) < search_limit('scarce');
    are_dense := look.whole_ones >= search_limit('dense');
  ELSE
    may_be_few := cardinality(newest_whole) + cardinality(newest_start) + cardinality(newest_within) < search_limit('scarce');
    are_dense := cardinality(newest_whole) >= search_limit('dense');
  END IF;
  WHILE level BETWEEN search_class('whole') AND search_class('author') AND missing > 0 LOOP
    IF level < search_class('author') AND may_be_few THEN
      may_be_few := false;
      few := search_few(whole, start, within, within_grams, level, beyond, backwards, missing);
      IF few.posts IS NOT NULL THEN
        RETURN QUERY SELECT * FROM unnest(few.classes, few.posts);
        missing := missing - cardinality(few.posts);
        level := CASE WHEN backwards THEN search_class('whole') - 1 ELSE search_class('author') END;
        beyond := nearest;
        CONTINUE;
      END IF;
    END IF;
    found := NULL;
    IF are_dense AND ((level = search_class('start') AND start <> whole) OR (level = search_class('within') AND within <> start)) THEN
      IF looked_from IS DISTINCT FROM beyond THEN
        look := search_look(whole, start, within, beyond, backwards, search_limit('walk'));
        looked_from := beyond;
      END IF;
      found := CASE level WHEN search_class('start') THEN look.begun[1:missing] ELSE look.inner_ones[1:missing] END;
      -- After so many better matches, the posts nearby are enough.
      IF cardinality(found) < missing
        AND look.whole_ones + (CASE level WHEN search_class('start') THEN 0 ELSE look.begun_ones END) <= search_limit('better') THEN
        found := NULL;
      END IF;
    END IF;
    found := coalesce(found, CASE
      WHEN level = search_class('whole') THEN
        search_contents(whole, whole_grams, NULL, NULL, beyond, backwards, missing, newest_whole)
      WHEN level = search_class('start') AND start <> whole THEN
        search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing, newest_start)
      WHEN level = search_class('within') AND within <> start THEN
        search_contents(within, within_grams, start, start_grams, beyond, backwards, missing, newest_within)
      -- Few words are in the names of people.
      WHEN level = search_class('author') AND EXISTS (SELECT FROM unnest(word_grams) word CROSS JOIN LATERAL
        (SELECT FROM "UserSearch" u WHERE u."grams" @> word::int[] LIMIT 1 OFFSET 0) named)
        THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END);
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;
