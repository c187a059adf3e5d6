-- Returns the same as search_near, of all posts that have the grams; NULL where more than `bound` have them. A `bound` of NULL is none.
-- Posts on the wrong side of the place count too: only reading them tells the side. Served by PostSearch_grams_idx.
CREATE OR REPLACE FUNCTION search_index(patterns text[], grams int[], better text[], beyond uuid, backwards boolean, wanted int, bound int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
  found uuid[];
BEGIN
  -- OFFSET 0 keeps the planner from walking the primary key for the order.
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
