-- Returns whether any post matches all patterns. Also true when too many posts have the grams to
-- read them all. Served by PostSearch_grams_idx.
CREATE OR REPLACE FUNCTION search_any(patterns text[], grams int[]) RETURNS boolean
LANGUAGE plpgsql STABLE STRICT
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT count(*) > search_limit('any')
      OR count(*) FILTER (WHERE c."text" LIKE ALL (patterns)) > 0
    FROM (SELECT s."text" FROM "PostSearch" s WHERE s."grams" @> search_any.grams
      LIMIT search_limit('any') + 1 OFFSET 0) c);
END $$;
