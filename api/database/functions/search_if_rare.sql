-- Returns all content matches after the cursor, with their classes, if few posts have the grams;
-- otherwise NULLs. One read of the candidates is cheaper than a search for each class. Served by
-- PostSearch_grams_idx.
CREATE OR REPLACE FUNCTION search_if_rare(
  whole text[], start text[], within text[], within_grams int[],
  from_class int, from_post uuid, backwards boolean, max_posts int,
  OUT classes int[], OUT posts uuid[]
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
BEGIN
  WITH candidates AS MATERIALIZED
      (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."grams" @> within_grams
        LIMIT search_limit('rare') + 1),
    matches AS (SELECT c."postId", CASE WHEN c."text" LIKE ALL (whole) THEN search_class('whole')
        WHEN c."text" LIKE ALL (start) THEN search_class('start')
        ELSE search_class('within') END AS class
      FROM candidates c WHERE c."text" LIKE ALL (within)),
    after_cursor AS (SELECT m.class, m."postId",
        row_number() OVER (ORDER BY m.class, m."postId" DESC) AS rank FROM matches m
      WHERE CASE WHEN backwards
        THEN m.class < from_class OR (m.class = from_class AND m."postId" > from_post)
        ELSE m.class > from_class OR (m.class = from_class AND m."postId" < from_post) END),
    page AS (SELECT f.class, f."postId", CASE WHEN backwards THEN -f.rank ELSE f.rank END AS rank
      FROM after_cursor f ORDER BY CASE WHEN backwards THEN -f.rank ELSE f.rank END LIMIT max_posts)
  SELECT (SELECT count(*) FROM candidates),
    coalesce(array_agg(g.class ORDER BY g.rank), '{}'),
    coalesce(array_agg(g."postId" ORDER BY g.rank), '{}')
  INTO candidates, classes, posts FROM page g;
  IF candidates > search_limit('rare') THEN
    classes := NULL;
    posts := NULL;
  END IF;
END $$;
