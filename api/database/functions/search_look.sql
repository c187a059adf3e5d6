-- Returns what matches among the next `looked_at` posts beyond a place: how many have all words whole, how many only begin with them,
-- and those that begin with them or have them within, nearest first. Walks the primary key of "PostSearch".
CREATE OR REPLACE FUNCTION search_look(
  whole text[], start text[], within text[], beyond uuid, backwards boolean, looked_at int,
  OUT whole_ones bigint, OUT begun_ones bigint, OUT begun uuid[], OUT inner_ones uuid[]
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  EXECUTE format('SELECT count(*) FILTER (WHERE class = %3$s), count(*) FILTER (WHERE class = %4$s),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = %4$s), ''{}''),
      coalesce(array_agg("postId" ORDER BY "postId" %2$s) FILTER (WHERE class = %5$s), ''{}'')
    FROM (SELECT "postId", CASE WHEN "text" LIKE ALL ($1) THEN %3$s WHEN "text" LIKE ALL ($2) THEN %4$s ELSE %5$s END AS class
      FROM (SELECT "postId", "text" FROM "PostSearch" WHERE "postId" %1$s $4 ORDER BY "postId" %2$s LIMIT $5) near
      WHERE "text" LIKE ALL ($3) OFFSET 0) matches
    WHERE class = %3$s OR NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = "postId" AND p."hiddenAt" IS NOT NULL)',
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END,
    search_class('whole'), search_class('start'), search_class('within'))
  INTO whole_ones, begun_ones, begun, inner_ones USING whole, start, within, beyond, looked_at;
END $$;
