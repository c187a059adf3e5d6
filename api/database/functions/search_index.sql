-- Returns the same as search_window, from all posts that have the grams; NULL if more than `bound`
-- posts have them. NULL for `bound` means no limit. Posts before the cursor count too, because the
-- index has no order. Served by PostSearch_grams_idx.
CREATE OR REPLACE FUNCTION search_index(
  patterns text[], grams int[], better text[],
  cursor_post uuid, backwards boolean, max_posts int, bound int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidates bigint;
  result uuid[];
BEGIN
  -- OFFSET 0 keeps the planner from scanning the primary key for the order.
  IF bound IS NULL THEN
    WITH matches AS (SELECT s."postId" FROM
        (SELECT i."postId", i."text" FROM "PostSearch" i
          WHERE i."grams" @> search_index.grams OFFSET 0) s
      WHERE CASE WHEN backwards THEN s."postId" > cursor_post ELSE s."postId" < cursor_post END
        AND s."text" LIKE ALL (patterns) AND (better IS NULL OR NOT s."text" LIKE ALL (better))),
      ranked AS (SELECT m."postId", row_number() OVER (ORDER BY m."postId" DESC)
        * CASE WHEN backwards THEN -1 ELSE 1 END AS rank FROM matches m),
      page AS (SELECT r."postId", r.rank FROM ranked r ORDER BY r.rank LIMIT max_posts)
    SELECT coalesce(array_agg(g."postId" ORDER BY g.rank), '{}') INTO result FROM page g;
    RETURN result;
  END IF;
  WITH candidates AS MATERIALIZED
      (SELECT s."postId", s."text" FROM "PostSearch" s
        WHERE s."grams" @> search_index.grams LIMIT bound + 1 OFFSET 0),
    matches AS (SELECT c."postId" FROM candidates c
      WHERE CASE WHEN backwards THEN c."postId" > cursor_post ELSE c."postId" < cursor_post END
        AND c."text" LIKE ALL (patterns) AND (better IS NULL OR NOT c."text" LIKE ALL (better))),
    ranked AS (SELECT m."postId", row_number() OVER (ORDER BY m."postId" DESC)
        * CASE WHEN backwards THEN -1 ELSE 1 END AS rank FROM matches m),
    page AS (SELECT r."postId", r.rank FROM ranked r ORDER BY r.rank LIMIT max_posts)
  SELECT (SELECT count(*) FROM candidates), coalesce(array_agg(g."postId" ORDER BY g.rank), '{}')
  INTO candidates, result FROM page g;
  RETURN CASE WHEN candidates <= bound THEN result END;
END $$;
