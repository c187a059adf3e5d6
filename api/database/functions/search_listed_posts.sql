-- Returns what search_posts returns, without the posts that the viewer's lists leave out. Searches
-- on until the page is full.
CREATE OR REPLACE FUNCTION search_listed_posts(
  viewer uuid, whole text[], whole_grams int[], start text[], start_grams int[],
  within text[], within_grams int[], word_grams text[],
  from_class int, from_post uuid, backwards boolean, max_posts int,
  newest_whole uuid[], newest_start uuid[], newest_within uuid[]
) RETURNS TABLE ("class" int, "postId" uuid) LANGUAGE plpgsql STABLE ROWS 20
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  remaining int := max_posts;
  classes int[];
  posts uuid[];
  returned int;
BEGIN
  WHILE remaining > 0 LOOP
    SELECT array_agg(s."class" ORDER BY s."rank"), array_agg(s."postId" ORDER BY s."rank")
    INTO classes, posts
    FROM search_posts(whole, whole_grams, start, start_grams, within, within_grams, word_grams,
      from_class, from_post, backwards, max_posts, newest_whole, newest_start, newest_within)
      WITH ORDINALITY s("class", "postId", "rank");
    RETURN QUERY
      SELECT f."class", f."id" FROM unnest(classes, posts) WITH ORDINALITY f("class", "id", "rank")
      WHERE EXISTS (SELECT FROM listed_posts(viewer) p WHERE p."id" = f."id" OFFSET 0)
      ORDER BY f."rank" LIMIT remaining;
    GET DIAGNOSTICS returned = ROW_COUNT;
    remaining := remaining - returned;
    EXIT WHEN coalesce(cardinality(posts), 0) < max_posts;
    from_class := classes[max_posts];
    from_post := posts[max_posts];
    newest_whole := NULL;
    newest_start := NULL;
    newest_within := NULL;
  END LOOP;
END $$;
