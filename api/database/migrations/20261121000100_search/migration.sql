-- The search: which posts, in which order. What a text and a query are made into is in api/features/search.
-- A word is looked for in one of two ways, because neither is fast for every word: a rare one by its grams in the index, a
-- frequent one by walking the posts from the newest on, which soon has a page full. Each statement is written so that it
-- goes its way whatever the planner believes of the word.

-- Hidden posts are few, so leaving them out costs next to nothing.
CREATE INDEX "Post_hidden_idx" ON "Post"("id") WHERE "hiddenAt" IS NOT NULL;

-- By default new rows wait in a list that every search reads whole, until one writer pays for all of them at once.
ALTER INDEX "PostSearch_grams_idx" SET (fastupdate = off);
ALTER INDEX "UserSearch_grams_idx" SET (fastupdate = off);

-- A post is found by its author too: who wrote it is one more gram.
CREATE FUNCTION author_gram(author uuid) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x' || substr(md5(author::text), 1, 8))::bit(32)::int
$$;
CREATE FUNCTION add_author_gram() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."grams" := NEW."grams" || (SELECT author_gram("authorId") FROM "Post" WHERE "id" = NEW."postId");
  RETURN NEW;
END $$;
CREATE TRIGGER "PostSearch_author" BEFORE INSERT OR UPDATE OF "grams" ON "PostSearch" FOR EACH ROW EXECUTE FUNCTION add_author_gram();

-- Posts near a place in time whose content matches all patterns, and not all of the better ones: at most so many, of so
-- many looked at. Newest first, or oldest first where the walk goes backwards through the list.
CREATE FUNCTION search_near(patterns text[], better text[], beyond uuid, backwards boolean, wanted int, looked_at int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  found uuid[];
BEGIN
  EXECUTE format('SELECT ARRAY(SELECT "postId" FROM
      (SELECT "postId", "text" FROM "PostSearch" WHERE "postId" %1$s $3 ORDER BY "postId" %2$s LIMIT $5) near
    WHERE "text" LIKE ALL ($1) AND ($2 IS NULL OR NOT "text" LIKE ALL ($2))
      AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)
    ORDER BY "postId" %2$s LIMIT $4)', CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING patterns, better, beyond, wanted, looked_at;
  RETURN found;
END $$;

-- The same by the index of grams. NULL where more than so many posts have all the grams; without a bound every one is read.
CREATE FUNCTION search_index(patterns text[], grams int[], better text[], beyond uuid, backwards boolean, wanted int, bound int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
  found uuid[];
BEGIN
  -- IS NOT FALSE keeps the planner from the index of ids; OFFSET 0 keeps it from walking that for the order.
  EXECUTE format('WITH candidates AS %1$s
      (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $2 AND ("postId" %2$s $4) IS NOT FALSE LIMIT $6 OFFSET 0)
    SELECT %4$s, ARRAY(SELECT "postId" FROM candidates
      WHERE "text" LIKE ALL ($1) AND ($3 IS NULL OR NOT "text" LIKE ALL ($3))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)
      ORDER BY "postId" %3$s LIMIT $5)',
    CASE WHEN bound IS NULL THEN 'NOT MATERIALIZED' ELSE 'MATERIALIZED' END,
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END,
    CASE WHEN bound IS NULL THEN '0' ELSE '(SELECT count(*) FROM candidates)' END)
  INTO candidates, found USING patterns, grams, better, beyond, wanted, bound + 1;
  RETURN CASE WHEN candidates <= bound OR bound IS NULL THEN found END;
END $$;

-- The same by whichever way is fast.
CREATE FUNCTION search_contents(
  patterns text[], grams int[], better text[], better_grams int[], beyond uuid, backwards boolean, wanted int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  near uuid[] := search_near(patterns, better, beyond, backwards, wanted, 400);
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

-- Posts of some people whose content has what is lacking in their names, and not all that is looked for.
CREATE FUNCTION search_completed(
  patterns text[], lack text[], lack_grams int[], authors uuid[], beyond uuid, backwards boolean, wanted int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  found uuid[];
BEGIN
  EXECUTE format('WITH candidates AS MATERIALIZED (SELECT "postId", "text" FROM "PostSearch"
      WHERE "grams" @> $3 AND "grams" && $7 AND ("postId" %1$s $5) IS NOT FALSE)
    SELECT ARRAY(SELECT "postId" FROM candidates
      WHERE "text" LIKE ALL ($2) AND NOT "text" LIKE ALL ($1)
        AND (SELECT p."authorId" = ANY ($4) AND p."hiddenAt" IS NULL FROM "Post" p WHERE p."id" = "postId")
      ORDER BY "postId" %2$s LIMIT $6)', CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING patterns, lack, lack_grams, authors, beyond, wanted, ARRAY(SELECT author_gram(author) FROM unnest(authors) author);
  RETURN found;
END $$;

-- The newest posts of some people whose names have all that is looked for, and whose content has not.
CREATE FUNCTION search_newest_of(patterns text[], authors uuid[], beyond uuid, backwards boolean, wanted int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  direction text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  of_author text := format('SELECT p."id" FROM "Post" p WHERE p."authorId" = author AND p."id" %1$s $3
      AND NOT EXISTS (SELECT FROM "Post" h WHERE h."id" = p."id" AND h."hiddenAt" IS NOT NULL) %%s
    ORDER BY p."id" %2$s LIMIT %%s', CASE WHEN backwards THEN '>' ELSE '<' END, direction);
  -- Only so many authors can have a post on the page as there are posts on it.
  newest text := format('WITH best AS MATERIALIZED
      (SELECT author FROM unnest($2) author CROSS JOIN LATERAL (%%s) nearest ORDER BY nearest."id" %1$s LIMIT $4)
    SELECT ARRAY(SELECT near."id" FROM best CROSS JOIN LATERAL (%%s) near ORDER BY near."id" %1$s LIMIT $4)', direction);
  no_match CONSTANT text := 'AND NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" = p."id" AND s."text" LIKE ALL ($1))';
  found uuid[];
BEGIN
  EXECUTE format(newest, format(of_author, '', '1'), format(of_author, '', '$4')) INTO found USING patterns, authors, beyond, wanted;
  -- Few name themselves in their posts, so looking at those afterwards is cheaper than at all before.
  IF EXISTS (SELECT FROM "PostSearch" WHERE "postId" = ANY (found) AND "text" LIKE ALL (patterns)) THEN
    EXECUTE format(newest, format(of_author, no_match, '1'), format(of_author, no_match, '$4')) INTO found USING patterns, authors, beyond, wanted;
  END IF;
  RETURN found;
END $$;

-- Posts where each word is in the content or in the author's names, and one word at least in the names alone.
CREATE FUNCTION search_by_author(patterns text[], word_grams text[], beyond uuid, backwards boolean, wanted int)
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
      -- One word is enough to ask the index for besides the authors, and the longest is likely to be the rarest.
      SELECT word_grams[array_position(patterns, word)] INTO grams FROM unnest(lack) word ORDER BY length(word) DESC LIMIT 1;
      found := search_completed(patterns, lack, grams, authors, beyond, backwards, wanted);
    END IF;
    all_found := all_found || found;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)', CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING all_found, wanted;
  RETURN found;
END $$;

-- All matches in content, where they are few: the classes of those beyond a place and the posts, NULL where they are many.
CREATE FUNCTION search_few(
  whole text[], start text[], within text[], within_grams int[], from_class int, from_post uuid, backwards boolean, wanted int,
  OUT classes int[], OUT posts uuid[]
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
BEGIN
  EXECUTE format('WITH candidates AS MATERIALIZED (SELECT "postId", "text" FROM "PostSearch" WHERE "grams" @> $4 LIMIT 1001),
    matches AS (SELECT "postId", CASE WHEN "text" LIKE ALL ($1) THEN 1 WHEN "text" LIKE ALL ($2) THEN 2 ELSE 3 END AS class
      FROM candidates WHERE "text" LIKE ALL ($3)
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)),
    found AS (SELECT * FROM matches WHERE class %1$s $5 OR (class = $5 AND "postId" %2$s $6)
      ORDER BY class %3$s, "postId" %4$s LIMIT $7)
    SELECT (SELECT count(*) FROM candidates),
      array_agg(class ORDER BY class %3$s, "postId" %4$s), array_agg("postId" ORDER BY class %3$s, "postId" %4$s) FROM found',
    CASE WHEN backwards THEN '<' ELSE '>' END, CASE WHEN backwards THEN '>' ELSE '<' END,
    CASE WHEN backwards THEN 'DESC' ELSE 'ASC' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO candidates, classes, posts USING whole, start, within, within_grams, from_class, from_post, wanted;
  IF candidates > 1000 THEN
    classes := NULL;
    posts := NULL;
  ELSE
    classes := coalesce(classes, '{}');
    posts := coalesce(posts, '{}');
  END IF;
END $$;

-- The posts that a query finds, beyond a place in their order: by class (1 all words whole, 2 begun, 3 within others,
-- 4 with the author's names), newest first within it. Backwards, all of that is the other way round.
CREATE FUNCTION search_posts(
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
  -- Where many of the newest posts match, there is no point in asking whether all that do are few.
  may_be_few boolean := cardinality(search_near(within, NULL, nearest, backwards, 3, 400)) < 3;
  few record;
  found uuid[];
BEGIN
  IF level = 1 THEN
    found := search_near(whole, NULL, beyond, backwards, wanted, 400);
    IF cardinality(found) = wanted THEN
      RETURN QUERY SELECT 1, post FROM unnest(found) post;
      RETURN;
    END IF;
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
      WHEN level = 1 THEN search_contents(whole, whole_grams, NULL, NULL, beyond, backwards, missing)
      WHEN level = 2 AND start <> whole THEN search_contents(start, start_grams, whole, whole_grams, beyond, backwards, missing)
      WHEN level = 3 AND within <> start THEN search_contents(within, within_grams, start, start_grams, beyond, backwards, missing)
      WHEN level = 4 THEN search_by_author(within, word_grams, beyond, backwards, missing)
      ELSE '{}' END;
    RETURN QUERY SELECT level, post FROM unnest(found) post;
    missing := missing - cardinality(found);
    level := level + step;
    beyond := nearest;
  END LOOP;
END $$;
