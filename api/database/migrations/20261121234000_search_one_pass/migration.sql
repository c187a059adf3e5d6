-- Far down in what is found, one look at the posts there serves beginnings and parts of words alike, and tells as well whether
-- better matches are many: that was asked of the index for each kind of match by itself, which for a common word is most of the work.

-- Whether no more than so many posts are beyond a place, so that a look at those has seen all that there is.
CREATE FUNCTION search_ends(beyond uuid, backwards boolean, looked_at int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" > beyond ORDER BY s."postId" LIMIT 1 OFFSET looked_at);
  END IF;
  RETURN NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" < beyond ORDER BY s."postId" DESC LIMIT 1 OFFSET looked_at);
END $$;

-- What matches of so many posts near a place: how many have all words whole, how many have them begun and not all of them whole, and the
-- nearest of those that have them begun, and within others.
CREATE FUNCTION search_look(
  whole text[], start text[], within text[], beyond uuid, backwards boolean, looked_at int,
  OUT whole_ones bigint, OUT begun_ones bigint, OUT begun uuid[], OUT inner_ones uuid[]
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  EXECUTE format('SELECT count(*) FILTER (WHERE class = 1), count(*) FILTER (WHERE class = 2),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = 2), ''{}''),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = 3), ''{}'')
    FROM (SELECT "postId", CASE WHEN "text" LIKE ALL ($1) THEN 1 WHEN "text" LIKE ALL ($2) THEN 2 ELSE 3 END AS class
      FROM (SELECT "postId", "text" FROM "PostSearch" WHERE "postId" %1$s $4 ORDER BY "postId" %2$s LIMIT $5) near
      WHERE "text" LIKE ALL ($3) OFFSET 0) matches
    WHERE class = 1 OR NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)',
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO whole_ones, begun_ones, begun, inner_ones USING whole, start, within, beyond, looked_at;
END $$;

-- By the index of grams. NULL where more than so many posts have all the grams; without a bound every one is read. What is not beyond the
-- place counts as well: to tell it apart, it has to be read.
CREATE OR REPLACE FUNCTION search_index(patterns text[], grams int[], better text[], beyond uuid, backwards boolean, wanted int, bound int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
  found uuid[];
BEGIN
  -- OFFSET 0 keeps the planner from walking the index of ids for the order.
  EXECUTE format('WITH candidates AS %1$s
      (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $2 LIMIT $6 OFFSET 0)
    SELECT %4$s, ARRAY(SELECT "postId" FROM candidates
      WHERE "postId" %2$s $4 AND "text" LIKE ALL ($1) AND ($3 IS NULL OR NOT "text" LIKE ALL ($3))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)
      ORDER BY "postId" %3$s LIMIT $5)',
    CASE WHEN bound IS NULL THEN 'NOT MATERIALIZED' ELSE 'MATERIALIZED' END,
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END,
    CASE WHEN bound IS NULL THEN '0' ELSE '(SELECT count(*) FROM candidates)' END)
  INTO candidates, found USING patterns, grams, better, beyond, wanted, bound + 1;
  RETURN CASE WHEN candidates <= bound OR bound IS NULL THEN found END;
END $$;

-- Posts that have all words whole, by whichever way is fast. `newest` is what is known of the newest 400.
DROP FUNCTION search_contents(text[], int[], text[], int[], uuid, boolean, int, uuid[]);
CREATE FUNCTION search_whole(patterns text[], grams int[], beyond uuid, backwards boolean, wanted int, newest uuid[])
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  near uuid[] := coalesce(newest[1:wanted], search_near(patterns, NULL, beyond, backwards, wanted, 400));
  found uuid[];
BEGIN
  IF cardinality(near) = wanted OR (newest IS NULL AND search_ends(beyond, backwards, 400)) THEN RETURN near; END IF;
  IF near = '{}' THEN
    found := search_index(patterns, grams, NULL, beyond, backwards, wanted, 1000);
    IF found IS NOT NULL THEN RETURN found; END IF;
  END IF;
  near := search_near(patterns, NULL, beyond, backwards, wanted, 20000);
  IF cardinality(near) = wanted OR search_ends(beyond, backwards, 20000) THEN RETURN near; END IF;
  RETURN search_index(patterns, grams, NULL, beyond, backwards, wanted, NULL);
END $$;

-- The same for posts that match less well, where a look at what is near found `near`, which is not enough.
CREATE FUNCTION search_lesser(
  patterns text[], grams int[], better text[], better_grams int[], beyond uuid, backwards boolean, wanted int, near uuid[]
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  found uuid[];
  better_ones bigint;
BEGIN
  IF search_ends(beyond, backwards, 20000) THEN RETURN near; END IF;
  found := search_index(patterns, grams, better, beyond, backwards, wanted, 1000);
  IF found IS NOT NULL THEN RETURN found; END IF;
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
  -- Where many of the newest posts match, there is no point in asking whether all that do are few.
  may_be_few boolean := coalesce(cardinality(newest_whole) + cardinality(newest_start) + cardinality(newest_within),
    cardinality(search_near(within, NULL, nearest, backwards, 3, 400))) < 3;
  few record;
  look record;
  looked_from uuid;
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
    found := '{}';
    IF level = 1 THEN
      found := search_whole(whole, whole_grams, beyond, backwards, missing, newest_whole);
    ELSIF (level = 2 AND start <> whole) OR (level = 3 AND within <> start) THEN
      found := CASE level
        WHEN 2 THEN coalesce(newest_start[1:missing], search_near(start, whole, beyond, backwards, missing, 400))
        ELSE coalesce(newest_within[1:missing], search_near(within, start, beyond, backwards, missing, 400)) END;
      IF cardinality(found) < missing THEN
        IF looked_from IS DISTINCT FROM beyond THEN
          look := search_look(whole, start, within, beyond, backwards, 20000);
          looked_from := beyond;
        END IF;
        found := CASE level WHEN 2 THEN look.begun[1:missing] ELSE look.inner_ones[1:missing] END;
        -- Who has seen thousands of better matches is served with what is near of the others.
        IF cardinality(found) < missing AND look.whole_ones + (CASE level WHEN 2 THEN 0 ELSE look.begun_ones END) <= 1000 THEN
          found := CASE level
            WHEN 2 THEN search_lesser(start, start_grams, whole, whole_grams, beyond, backwards, missing, found)
            ELSE search_lesser(within, within_grams, start, start_grams, beyond, backwards, missing, found) END;
        END IF;
      END IF;
    -- Few words are in anybody's names.
    ELSIF level = 4 AND EXISTS (SELECT FROM unnest(word_grams) word CROSS JOIN LATERAL
      (SELECT FROM "UserSearch" u WHERE u."grams" @> word::int[] LIMIT 1 OFFSET 0) named) THEN
      found := search_by_author(within, word_grams, beyond, backwards, missing);
    END IF;
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;
