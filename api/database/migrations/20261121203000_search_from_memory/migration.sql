-- The newest posts are looked through in memory before the database is asked at all, so what matches among them comes along
-- with the question. What is asked for nearly every search has a plan that each connection makes once.

-- Whether any post at all matches all patterns; true also where so many have all the grams that it is not worth finding out.
CREATE FUNCTION search_any(patterns text[], grams int[]) RETURNS boolean LANGUAGE plpgsql STABLE STRICT
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT count(*) > 1000 OR count(*) FILTER (WHERE c."text" LIKE ALL (patterns)) > 0
    FROM (SELECT s."text" FROM "PostSearch" s WHERE s."grams" @> search_any.grams LIMIT 1001 OFFSET 0) c);
END $$;

-- All matches in content, where they are few: the classes of those beyond a place and the posts, NULL where they are many.
-- Reading five thousand candidates once is cheaper than looking for each class by itself.
CREATE OR REPLACE FUNCTION search_few(
  whole text[], start text[], within text[], within_grams int[], from_class int, from_post uuid, backwards boolean, wanted int,
  OUT classes int[], OUT posts uuid[]
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
BEGIN
  WITH candidates AS MATERIALIZED (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."grams" @> within_grams LIMIT 5001),
    matches AS (SELECT c."postId", CASE WHEN c."text" LIKE ALL (whole) THEN 1 WHEN c."text" LIKE ALL (start) THEN 2 ELSE 3 END AS class
      FROM candidates c WHERE c."text" LIKE ALL (within)
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = c."postId" AND p."hiddenAt" IS NOT NULL)),
    found AS (SELECT m.class, m."postId", row_number() OVER (ORDER BY m.class, m."postId" DESC) AS rank FROM matches m
      WHERE CASE WHEN backwards THEN m.class < from_class OR (m.class = from_class AND m."postId" > from_post)
        ELSE m.class > from_class OR (m.class = from_class AND m."postId" < from_post) END),
    page AS (SELECT f.class, f."postId", CASE WHEN backwards THEN -f.rank ELSE f.rank END AS rank FROM found f
      ORDER BY CASE WHEN backwards THEN -f.rank ELSE f.rank END LIMIT wanted)
  SELECT (SELECT count(*) FROM candidates), coalesce(array_agg(g.class ORDER BY g.rank), '{}'), coalesce(array_agg(g."postId" ORDER BY g.rank), '{}')
  INTO candidates, classes, posts FROM page g;
  IF candidates > 5000 THEN
    classes := NULL;
    posts := NULL;
  END IF;
END $$;

-- The posts that a query finds, beyond a place in their order: by class (1 all words whole, 2 begun, 3 within others,
-- 4 with the author's names), newest first within it. Backwards, all of that is the other way round.
-- The last three, for the beginning alone: what was found among the newest posts, by class.
DROP FUNCTION search_posts(text[], int[], text[], int[], text[], int[], text[], int, uuid, boolean, int);
CREATE FUNCTION search_posts(
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
  -- Where many of the newest posts match, there is no point in asking whether all that do are few.
  may_be_few boolean := coalesce(cardinality(newest_whole) + cardinality(newest_start) + cardinality(newest_within),
    cardinality(search_near(within, NULL, nearest, backwards, 3, 400))) < 3;
  few record;
  found uuid[];
BEGIN
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
      WHEN level = 2 AND start <> whole THEN search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing, newest_start)
      WHEN level = 3 AND within <> start THEN search_contents(within, within_grams, start, start_grams, beyond, backwards, missing, newest_within)
      -- Few words are in anybody's names.
      WHEN level = 4 AND EXISTS (SELECT FROM unnest(word_grams) word CROSS JOIN LATERAL
        (SELECT FROM "UserSearch" u WHERE u."grams" @> word::int[] LIMIT 1 OFFSET 0) named)
        THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END;
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;
