-- What is asked for most searches is planned once for each connection, and not each time anew: a statement for each direction in place of
-- one that is put together when it runs. And where the author's names have some of the words, all others say which posts to look at.

-- Posts near a place in time whose content matches all patterns, and not all of the better ones: at most so many, of so
-- many looked at. Newest first, or oldest first where the walk goes backwards through the list.
CREATE OR REPLACE FUNCTION search_near(patterns text[], better text[], beyond uuid, backwards boolean, wanted int, looked_at int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN ARRAY(SELECT near."postId" FROM
        (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."postId" > beyond ORDER BY s."postId" LIMIT looked_at) near
      WHERE near."text" LIKE ALL (patterns) AND (better IS NULL OR NOT near."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = near."postId" AND p."hiddenAt" IS NOT NULL)
      ORDER BY near."postId" LIMIT wanted);
  END IF;
  RETURN ARRAY(SELECT near."postId" FROM
      (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."postId" < beyond ORDER BY s."postId" DESC LIMIT looked_at) near
    WHERE near."text" LIKE ALL (patterns) AND (better IS NULL OR NOT near."text" LIKE ALL (better))
      AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = near."postId" AND p."hiddenAt" IS NOT NULL)
    ORDER BY near."postId" DESC LIMIT wanted);
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
  IF bound IS NULL THEN
    WITH matches AS (SELECT s."postId" FROM
        (SELECT i."postId", i."text" FROM "PostSearch" i WHERE i."grams" @> search_index.grams OFFSET 0) s
      WHERE CASE WHEN backwards THEN s."postId" > beyond ELSE s."postId" < beyond END
        AND s."text" LIKE ALL (patterns) AND (better IS NULL OR NOT s."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = s."postId" AND p."hiddenAt" IS NOT NULL)),
      ranked AS (SELECT m."postId", row_number() OVER (ORDER BY m."postId" DESC) * CASE WHEN backwards THEN -1 ELSE 1 END AS rank FROM matches m),
      page AS (SELECT r."postId", r.rank FROM ranked r ORDER BY r.rank LIMIT wanted)
    SELECT coalesce(array_agg(g."postId" ORDER BY g.rank), '{}') INTO found FROM page g;
    RETURN found;
  END IF;
  WITH candidates AS MATERIALIZED
      (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."grams" @> search_index.grams LIMIT bound + 1 OFFSET 0),
    matches AS (SELECT c."postId" FROM candidates c
      WHERE CASE WHEN backwards THEN c."postId" > beyond ELSE c."postId" < beyond END
        AND c."text" LIKE ALL (patterns) AND (better IS NULL OR NOT c."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = c."postId" AND p."hiddenAt" IS NOT NULL)),
    ranked AS (SELECT m."postId", row_number() OVER (ORDER BY m."postId" DESC) * CASE WHEN backwards THEN -1 ELSE 1 END AS rank FROM matches m),
    page AS (SELECT r."postId", r.rank FROM ranked r ORDER BY r.rank LIMIT wanted)
  SELECT (SELECT count(*) FROM candidates), coalesce(array_agg(g."postId" ORDER BY g.rank), '{}') INTO candidates, found FROM page g;
  RETURN CASE WHEN candidates <= bound THEN found END;
END $$;

-- Posts where each word is in the content or in the author's names, and one word at least in the names alone.
CREATE OR REPLACE FUNCTION search_by_author(patterns text[], word_grams text[], beyond uuid, backwards boolean, wanted int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  people uuid[];
  lacks text[];
  authors uuid[];
  lack text[];
  grams int[];
  found uuid[];
  all_found uuid[] := '{}';
BEGIN
  -- The people whose names have a word, those with the most first, and the words that their posts have to have instead.
  EXECUTE format('SELECT array_agg("userId"), array_agg(lack::text) FROM (
      SELECT * FROM (
        SELECT "userId", ARRAY(SELECT word FROM unnest($1) word WHERE "text" NOT LIKE word) AS lack FROM (%s) named OFFSET 0) each
      WHERE cardinality(lack) < cardinality($1) ORDER BY cardinality(lack), "userId" DESC LIMIT 500) best',
    (SELECT string_agg(format('(SELECT "userId", "text" FROM "UserSearch" WHERE "grams" @> %L::int[] LIMIT %s)',
      word, greatest(50, 2000 / cardinality(word_grams))), ' UNION ') FROM unnest(word_grams) word))
  INTO people, lacks USING patterns;

  FOR lack, authors IN
    SELECT each::text[], array_agg(author ORDER BY author DESC) FROM unnest(people, lacks) best(author, each)
    GROUP BY each ORDER BY cardinality(each::text[]), count(*) DESC LIMIT 4
  LOOP
    IF lack = '{}' THEN
      found := search_newest_of(patterns, authors, beyond, backwards, wanted);
    ELSE
      -- The rarest of the words that the content has to have says which posts to look at, whichever that is.
      SELECT array_agg(DISTINCT gram) INTO grams FROM unnest(lack) word
        CROSS JOIN LATERAL unnest(word_grams[array_position(patterns, word)]::int[]) gram;
      found := search_completed(patterns, lack, grams, authors, beyond, backwards, wanted);
    END IF;
    all_found := all_found || found;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)', CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING all_found, wanted;
  RETURN found;
END $$;
