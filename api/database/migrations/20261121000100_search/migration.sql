-- The search: which posts, in which order. What a text and a query are made into is in api/features/search.
-- A word is looked for in one of two ways, because neither is fast for every word: a rare one by its grams in the index, a
-- frequent one by walking the posts from the newest on, which soon has a page full. The functions switch off what the
-- planner would choose instead on a bad day, and tell it in each statement which way to go.

-- Hidden posts are few, so leaving them out costs next to nothing.
CREATE INDEX "Post_hidden_idx" ON "Post"("id") WHERE "hiddenAt" IS NOT NULL;

-- Posts that match all patterns in their content, and not all of those of the class before; at most so many beyond an id.
CREATE FUNCTION search_contents(patterns text[], grams int[], before_patterns text[], beyond uuid, backwards boolean, wanted int)
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET work_mem = '32MB' AS $$
DECLARE
  direction text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  is_beyond text := CASE WHEN backwards THEN '"postId" > $4' ELSE '"postId" < $4' END;
  matches text := '"text" LIKE ALL ($1) AND ($3 IS NULL OR NOT "text" LIKE ALL ($3))
    AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)';
  walk text := format('SELECT array_agg("postId" ORDER BY "postId" %1$s) FROM (SELECT "postId" FROM
    (SELECT "postId", "text" FROM "PostSearch" WHERE %2$s ORDER BY "postId" %1$s LIMIT $6) near WHERE %3$s LIMIT $5) found',
    direction, is_beyond, matches);
  -- IS NOT FALSE keeps the planner from the index of ids, of which this condition is no part.
  look_up text := format('WITH candidates AS MATERIALIZED
    (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $2 AND (%s) IS NOT FALSE LIMIT $6)
    SELECT (SELECT count(*) FROM candidates), ARRAY(SELECT "postId" FROM candidates WHERE %s ORDER BY "postId" %s LIMIT $5)',
    is_beyond, matches, direction);
  few CONSTANT int := 2000;
  candidates bigint;
  found uuid[];
BEGIN
  EXECUTE walk INTO found USING patterns, grams, before_patterns, beyond, wanted, 400;
  IF cardinality(found) = wanted THEN RETURN found; END IF;
  EXECUTE look_up INTO candidates, found USING patterns, grams, before_patterns, beyond, wanted, few + 1;
  IF candidates <= few THEN RETURN found; END IF;
  EXECUTE walk INTO found USING patterns, grams, before_patterns, beyond, wanted, 20000;
  IF cardinality(found) = wanted THEN RETURN found; END IF;
  EXECUTE look_up INTO candidates, found USING patterns, grams, before_patterns, beyond, wanted, NULL::int;
  RETURN found;
END $$;

-- Posts where each word is in the content or in the author's names, and one word at least in the names alone.
CREATE FUNCTION search_by_author(patterns text[], word_grams text[], beyond uuid, backwards boolean, wanted int)
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET work_mem = '32MB' AS $$
DECLARE
  direction text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  is_beyond text := CASE WHEN backwards THEN '> $4' ELSE '< $4' END;
  -- The people whose names have a word, those with the most first, by the words that their posts have to have instead.
  people text := format('SELECT missing, array_agg("userId") FROM (
      SELECT "userId", ARRAY(SELECT i FROM generate_subscripts($1, 1) i WHERE "text" NOT LIKE $1[i]) AS missing FROM (
        SELECT * FROM "UserSearch" WHERE %s) named
      ORDER BY 2 LIMIT 500) best
    WHERE cardinality(missing) < cardinality($1) GROUP BY missing ORDER BY cardinality(missing) LIMIT 8',
    (SELECT string_agg(format('"grams" @> %L::int[]', word), ' OR ') FROM unnest(word_grams) word));
  look_up text := format('WITH candidates AS MATERIALIZED
      (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $6 AND ("postId" %s) IS NOT FALSE LIMIT 2001)
    SELECT (SELECT count(*) FROM candidates), ARRAY(SELECT p."id" FROM candidates JOIN "Post" p ON p."id" = "postId"
      WHERE "text" LIKE ALL ($2) AND NOT "text" LIKE ALL ($1) AND p."hiddenAt" IS NULL AND p."authorId" = ANY ($3)
      ORDER BY p."id" %s LIMIT $5)', is_beyond, direction);
  of_author text := format('SELECT p."id" FROM
      (SELECT "id", "hiddenAt" FROM "Post" WHERE "authorId" = author AND "id" %1$s ORDER BY "id" %2$s LIMIT $7) p
    WHERE p."hiddenAt" IS NULL AND EXISTS
      (SELECT FROM "PostSearch" s WHERE s."postId" = p."id" AND s."text" LIKE ALL ($2) AND NOT s."text" LIKE ALL ($1))
    ORDER BY p."id" %2$s LIMIT %%s', is_beyond, direction);
  -- Only so many authors can have a post on the page as there are posts on it.
  walk text := format('WITH authors AS MATERIALIZED
      (SELECT author FROM unnest($3) author CROSS JOIN LATERAL (%1$s) nearest ORDER BY nearest."id" %2$s LIMIT $5)
    SELECT ARRAY(SELECT near."id" FROM authors CROSS JOIN LATERAL (%3$s) near ORDER BY near."id" %2$s LIMIT $5)',
    format(of_author, '1'), direction, format(of_author, '$5'));
  missing int[];
  authors uuid[];
  missing_patterns text[];
  missing_grams int[];
  candidates bigint;
  found uuid[];
  all_found uuid[] := '{}';
BEGIN
  FOR missing, authors IN EXECUTE people USING patterns LOOP
    missing_patterns := ARRAY(SELECT patterns[i] FROM unnest(missing) i);
    candidates := NULL;
    IF cardinality(missing) > 0 THEN
      missing_grams := ARRAY(SELECT DISTINCT unnest(word_grams[i]::int[]) FROM unnest(missing) i);
      EXECUTE look_up INTO candidates, found USING patterns, missing_patterns, authors, beyond, wanted, missing_grams;
    END IF;
    IF candidates IS NULL OR candidates > 2000 THEN
      EXECUTE walk INTO found
        USING patterns, missing_patterns, authors, beyond, wanted, NULL::int[], greatest(200, 20000 / cardinality(authors));
    END IF;
    all_found := all_found || found;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)', direction) INTO found USING all_found, wanted;
  RETURN found;
END $$;

-- The posts that a query finds, beyond a place in their order: by class (1 all words whole, 2 begun, 3 within others,
-- 4 with the author's names), newest first within it. Backwards, all of that is the other way round.
CREATE FUNCTION search_posts(
  whole text[], whole_grams int[], start text[], start_grams int[], within text[], within_grams int[], word_grams text[],
  from_class int, from_post uuid, backwards boolean, wanted int
) RETURNS TABLE ("class" int, "postId" uuid) LANGUAGE plpgsql STABLE ROWS 20 AS $$
DECLARE
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  beyond uuid := from_post;
  missing int := wanted;
  found uuid[];
BEGIN
  "class" := from_class;
  WHILE "class" BETWEEN 1 AND 4 AND missing > 0 LOOP
    found := '{}';
    IF "class" = 1 THEN
      found := search_contents(whole, whole_grams, NULL, beyond, backwards, missing);
    ELSIF "class" = 2 AND start <> whole THEN
      found := search_contents(start, start_grams, whole, beyond, backwards, missing);
    ELSIF "class" = 3 AND within <> start THEN
      found := search_contents(within, within_grams, start, beyond, backwards, missing);
    ELSIF "class" = 4 THEN
      found := search_by_author(within, word_grams, beyond, backwards, missing);
    END IF;
    FOREACH "postId" IN ARRAY found LOOP
      RETURN NEXT;
    END LOOP;
    missing := missing - cardinality(found);
    "class" := "class" + step;
    beyond := CASE WHEN backwards THEN '00000000-0000-0000-0000-000000000000' ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END;
  END LOOP;
END $$;
