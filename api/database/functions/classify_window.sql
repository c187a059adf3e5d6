-- Returns the matches among the next `window_size` posts after the cursor: the counts of whole and
-- of start matches, and the posts of start and of within matches, nearest first. Scans the primary
-- key of "PostSearch".
CREATE OR REPLACE FUNCTION classify_window(
  whole text[], start text[], within text[], cursor_post uuid, backwards boolean, window_size int,
  OUT whole_count bigint, OUT start_count bigint, OUT start_posts uuid[], OUT within_posts uuid[]
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  EXECUTE format('SELECT count(*) FILTER (WHERE class = %3$s), count(*) FILTER (WHERE class = %4$s),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = %4$s), ''{}''),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = %5$s), ''{}'')
    FROM (SELECT "postId",
        CASE WHEN "text" LIKE ALL ($1) THEN %3$s
          WHEN "text" LIKE ALL ($2) THEN %4$s ELSE %5$s END AS class
      FROM (SELECT "postId", "text" FROM "PostSearch"
        WHERE "postId" %1$s $4 ORDER BY "postId" %2$s LIMIT $5) candidates
      WHERE "text" LIKE ALL ($3) OFFSET 0) matches',
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END,
    search_class('whole'), search_class('start'), search_class('within'))
  INTO whole_count, start_count, start_posts, within_posts
  USING whole, start, within, cursor_post, window_size;
END $$;
