-- One look for all lesser matches of a word that one post in twenty has; for any other, the index soon tells that there are none, or a
-- look that ends as soon as it has enough.

DROP FUNCTION search_whole(text[], int[], uuid, boolean, int, uuid[]);
DROP FUNCTION search_lesser(text[], int[], text[], int[], uuid, boolean, int, uuid[]);

-- Posts that match and do not match better, by whichever way is fast. `newest` is what is known of the newest 400.
CREATE FUNCTION search_contents(
  patterns text[], grams int[], better text[], better_grams int[], beyond uuid, backwards boolean, wanted int, newest uuid[]
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  near uuid[] := coalesce(newest[1:wanted], search_near(patterns, better, beyond, backwards, wanted, 400));
  found uuid[];
  better_ones bigint;
BEGIN
  IF cardinality(near) = wanted OR (newest IS NULL AND search_ends(beyond, backwards, 400)) THEN RETURN near; END IF;
  IF near = '{}' THEN
    found := search_index(patterns, grams, better, beyond, backwards, wanted, 1000);
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  near := search_near(patterns, better, beyond, backwards, wanted, 20000);
  IF cardinality(near) = wanted OR search_ends(beyond, backwards, 20000) THEN RETURN near; END IF;
  -- Who has seen thousands of better matches is served with what is near of the others.
  SELECT count(*) INTO better_ones FROM (SELECT FROM "PostSearch" s WHERE s."grams" @> better_grams LIMIT 1001) these;
  IF better_ones > 1000 THEN RETURN near; END IF;
  RETURN search_index(patterns, grams, better, beyond, backwards, wanted, NULL);
END $$;

-- The posts that a query finds, beyond a place in their order: by class (1 all words whole, 2 begun, 3 within others,
-- 4 with the author's names), newest first within it. Backwards, all of that is the other way round.
-- The last three, for the beginning alone: what was found among the newest posts, by class.
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
  -- Where many of the nearest posts match, there is no point in asking whether all that do are few, and where one in twenty has all
  -- words whole, none in asking the index for what does not.
  IF newest_whole IS NULL THEN
    look := search_look(whole, start, within, nearest, backwards, 400);
    may_be_few := look.whole_ones + look.begun_ones + cardinality(look.inner_ones) < 3;
    are_dense := look.whole_ones >= 20;
  ELSE
    may_be_few := cardinality(newest_whole) + cardinality(newest_start) + cardinality(newest_within) < 3;
    are_dense := cardinality(newest_whole) >= 20;
  END IF;
  WHILE level BETWEEN 1 AND 4 AND missing > 0 LOOP
    IF level < 4 AND may_be_few THEN
      may_be_few := false;
      few := search_few(whole, start, within, within_grams, level, beyond, backwards, missing);
      IF few.posts IS NOT NULL THEN
        RETURN QUERY SELECT * FROM unnest(few.classes, few.posts);
        missing := missing - cardinality(few.posts);
        level := CASE WHEN backwards THEN 0 ELSE 4 END;
        beyond := nearest;
        CONTINUE;
      END IF;
    END IF;
    found := NULL;
    IF are_dense AND ((level = 2 AND start <> whole) OR (level = 3 AND within <> start)) THEN
      IF looked_from IS DISTINCT FROM beyond THEN
        look := search_look(whole, start, within, beyond, backwards, 20000);
        looked_from := beyond;
      END IF;
      found := CASE level WHEN 2 THEN look.begun[1:missing] ELSE look.inner_ones[1:missing] END;
      -- Who has seen thousands of better matches is served with what is near of the others.
      IF cardinality(found) < missing AND look.whole_ones + (CASE level WHEN 2 THEN 0 ELSE look.begun_ones END) <= 1000 THEN
        found := NULL;
      END IF;
    END IF;
    found := coalesce(found, CASE
      WHEN level = 1 THEN search_contents(whole, whole_grams, NULL, NULL, beyond, backwards, missing, newest_whole)
      WHEN level = 2 AND start <> whole THEN search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing, newest_start)
      WHEN level = 3 AND within <> start THEN search_contents(within, within_grams, start, start_grams, beyond, backwards, missing, newest_within)
      -- Few words are in anybody's names.
      WHEN level = 4 AND EXISTS (SELECT FROM unnest(word_grams) word CROSS JOIN LATERAL
        (SELECT FROM "UserSearch" u WHERE u."grams" @> word::int[] LIMIT 1 OFFSET 0) named)
        THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END);
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;
