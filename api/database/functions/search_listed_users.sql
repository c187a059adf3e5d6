-- Returns what search_users returns, without the users that the viewer cannot see. Searches on
-- until the page is full.
CREATE OR REPLACE FUNCTION search_listed_users(
  viewer uuid, whole text[], whole_grams int[], start text[], start_grams int[],
  within text[], within_grams int[],
  from_class int, from_user uuid, backwards boolean, max_users int
) RETURNS TABLE ("class" int, "userId" uuid) LANGUAGE plpgsql STABLE ROWS 20
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  remaining int := max_users;
  classes int[];
  users uuid[];
  returned int;
BEGIN
  WHILE remaining > 0 LOOP
    SELECT array_agg(s."class" ORDER BY s."rank"), array_agg(s."userId" ORDER BY s."rank")
    INTO classes, users
    FROM search_users(whole, whole_grams, start, start_grams, within, within_grams,
      from_class, from_user, backwards, max_users)
      WITH ORDINALITY s("class", "userId", "rank");
    RETURN QUERY
      SELECT f."class", f."id" FROM unnest(classes, users) WITH ORDINALITY f("class", "id", "rank")
      WHERE NOT EXISTS (SELECT FROM blocks_between(viewer, f."id") OFFSET 0)
      ORDER BY f."rank" LIMIT remaining;
    GET DIAGNOSTICS returned = ROW_COUNT;
    remaining := remaining - returned;
    EXIT WHEN coalesce(cardinality(users), 0) < max_users;
    from_class := classes[max_users];
    from_user := users[max_users];
  END LOOP;
END $$;
