-- Returns the users whose names match a query after the cursor, by class (see search_class), then
-- oldest account first; backwards, the reverse. Served by UserSearch_grams_idx when few users have
-- the grams, otherwise by UserSearch_pkey.
CREATE OR REPLACE FUNCTION search_users(
  whole text[], whole_grams int[], start text[], start_grams int[],
  within text[], within_grams int[],
  from_class int, from_user uuid, backwards boolean, max_users int
) RETURNS TABLE ("class" int, "userId" uuid) LANGUAGE plpgsql STABLE ROWS 20
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  max_candidates CONSTANT int := 1000;
  step CONSTANT int := CASE WHEN backwards THEN -1 ELSE 1 END;
  first_cursor CONSTANT uuid := CASE WHEN backwards
    THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff' ELSE '00000000-0000-0000-0000-000000000000' END;
  level int := from_class;
  cursor_user uuid := from_user;
  patterns text[];
  better text[];
  level_grams int[];
  candidates uuid[];
  result uuid[];
  remaining int := max_users;
BEGIN
  WHILE level BETWEEN search_class('whole') AND search_class('within') AND remaining > 0 LOOP
    CASE level
      WHEN search_class('whole') THEN
        patterns := whole; better := NULL; level_grams := whole_grams;
      WHEN search_class('start') THEN
        patterns := start; better := whole; level_grams := start_grams;
      ELSE patterns := within; better := start; level_grams := within_grams;
    END CASE;
    -- A class with the patterns of the better one has no matches of its own.
    IF patterns IS DISTINCT FROM better THEN
      candidates := ARRAY(SELECT s."userId" FROM "UserSearch" s
        WHERE s."grams" @> level_grams LIMIT max_candidates + 1);
      result := CASE
        WHEN cardinality(candidates) <= max_candidates AND NOT backwards THEN ARRAY(
          SELECT s."userId" FROM "UserSearch" s
          WHERE s."userId" = ANY (candidates) AND s."userId" > cursor_user
            AND s."text" LIKE ALL (patterns)
            AND (better IS NULL OR NOT s."text" LIKE ALL (better))
          ORDER BY s."userId" LIMIT remaining)
        WHEN cardinality(candidates) <= max_candidates THEN ARRAY(
          SELECT s."userId" FROM "UserSearch" s
          WHERE s."userId" = ANY (candidates) AND s."userId" < cursor_user
            AND s."text" LIKE ALL (patterns)
            AND (better IS NULL OR NOT s."text" LIKE ALL (better))
          ORDER BY s."userId" DESC LIMIT remaining)
        WHEN NOT backwards THEN ARRAY(
          SELECT s."userId" FROM "UserSearch" s
          WHERE s."userId" > cursor_user AND s."text" LIKE ALL (patterns)
            AND (better IS NULL OR NOT s."text" LIKE ALL (better))
          ORDER BY s."userId" LIMIT remaining)
        ELSE ARRAY(
          SELECT s."userId" FROM "UserSearch" s
          WHERE s."userId" < cursor_user AND s."text" LIKE ALL (patterns)
            AND (better IS NULL OR NOT s."text" LIKE ALL (better))
          ORDER BY s."userId" DESC LIMIT remaining) END;
      RETURN QUERY SELECT level, u FROM unnest(result) u;
      remaining := remaining - cardinality(result);
    END IF;
    level := level + step;
    cursor_user := first_cursor;
  END LOOP;
END $$;
