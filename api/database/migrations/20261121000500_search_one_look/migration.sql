-- The first page looks at the newest posts once for all three ways in which a text can match, not once for each.

-- `newest` is what a look at the newest 400 found, where one was taken already.
DROP FUNCTION search_contents(text[], int[], text[], int[], uuid, boolean, int);
CREATE FUNCTION search_contents(
  patterns text[], grams int[], better text[], better_grams int[], beyond uuid, backwards boolean, wanted int, newest uuid[]
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  near uuid[] := coalesce(newest[1:wanted], search_near(patterns, better, beyond, backwards, wanted, 400));
  found uuid[];
  better_ones bigint;
BEGIN
  IF cardinality(near) = wanted THEN RETURN near; END IF;
  IF near = '{}' THEN
    found := search_index(patterns, grams, better, beyond, backwards, wanted, 1000);
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  near := search_near(patterns, better, beyond, backwards, wanted, 20000);
  IF cardinality(near) = wanted THEN RETURN near; END IF;
  -- Who has seen thousands of better matches is served with what is near of the others.
  SELECT count(*) INTO better_ones FROM (SELECT FROM "PostSearch" s WHERE s."grams" @> better_grams LIMIT 1001) these;
  IF better_ones > 1000 THEN RETURN near; END IF;
  RETURN search_index(patterns, grams, better, beyond, backwards, wanted, NULL);
END $$;

-- The posts that a query finds, beyond a place in their order: by class (1 all words whole, 2 begun, 3 within others,
-- 4 with the author's names), newest first within it. Backwards, all of that is the other way round.
CREATE OR REPLACE FUNCTION search_posts(
  whole text[], whole_grams int[], start text[], start_grams int[], within text[], within_grams int[], word_grams text[],
  from_class int, from_post uuid, backwards boolean, wanted int
) RETURNS TABLE ("class" int, "postId" uuid) LANGUAGE plpgsql STABLE ROWS 20
SET enable_seqscan = off SET jit = off SET work_mem = '32MB' AS $$
DECLARE
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  nearest CONSTANT uuid := CASE WHEN backwards THEN '00000000-0000-0000-0000-000000000000' ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END;
  level int := from_class;
  beyond uuid := from_post;
  missing int := wanted;
  first_look CONSTANT boolean := from_class = 1 AND from_post = nearest AND NOT backwards;
  may_be_few boolean;
  few record;
  found uuid[];
  newest_whole uuid[];
  newest_begun uuid[];
  newest_within uuid[];
BEGIN
  -- Where many of the newest posts match, there is no point in asking whether all that do are few; and often they fill the page.
  IF first_look THEN
    SELECT coalesce(array_agg(m.post ORDER BY m.post DESC) FILTER (WHERE m.class = 1), '{}'),
      coalesce(array_agg(m.post ORDER BY m.post DESC) FILTER (WHERE m.class = 2), '{}'),
      coalesce(array_agg(m.post ORDER BY m.post DESC) FILTER (WHERE m.class = 3), '{}'), count(*) < 3
    INTO newest_whole, newest_begun, newest_within, may_be_few
    FROM (SELECT look."postId" AS post,
        CASE WHEN look."text" LIKE ALL (whole) THEN 1 WHEN look."text" LIKE ALL (start) THEN 2 ELSE 3 END AS class
      FROM (SELECT s."postId", s."text" FROM "PostSearch" s ORDER BY s."postId" DESC LIMIT 400) look
      WHERE look."text" LIKE ALL (within)
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = look."postId" AND p."hiddenAt" IS NOT NULL)) m;
    found := newest_whole[1:wanted];
  ELSE
    may_be_few := cardinality(search_near(within, NULL, nearest, backwards, 3, 400)) < 3;
    found := CASE WHEN level = 1 THEN search_near(whole, NULL, beyond, backwards, wanted, 400) ELSE '{}' END;
  END IF;
  IF level = 1 AND cardinality(found) = wanted THEN
    RETURN QUERY SELECT 1, post FROM unnest(found) post;
    RETURN;
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
    found := CASE
      WHEN level = 1 THEN search_contents(whole, whole_grams, NULL, NULL, beyond, backwards, missing, newest_whole)
      WHEN level = 2 AND start <> whole THEN search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing, newest_begun)
      WHEN level = 3 AND within <> start THEN search_contents(within, within_grams, start, start_grams, beyond, backwards, missing, newest_within)
      WHEN level = 4 THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END;
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;
