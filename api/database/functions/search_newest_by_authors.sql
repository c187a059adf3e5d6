-- Returns the newest posts of authors whose names have all words, except posts whose content has
-- all words too. Served by Post_authorId_isReply_id_idx.
CREATE OR REPLACE FUNCTION search_newest_by_authors(
  patterns text[], authors uuid[], cursor_post uuid, backwards boolean, max_posts int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  direction text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  of_author text := format('SELECT p."id" FROM "Post" p
    WHERE p."authorId" = author AND NOT p."isReply" AND p."id" %1$s $3 %%s
    ORDER BY p."id" %2$s LIMIT %%s', CASE WHEN backwards THEN '>' ELSE '<' END, direction);
  -- A page of n posts has n authors at most.
  newest text := format('WITH best AS MATERIALIZED
      (SELECT author FROM unnest($2) author CROSS JOIN LATERAL (%%s) newest_post
        ORDER BY newest_post."id" %1$s LIMIT $4)
    SELECT ARRAY(SELECT post."id" FROM best CROSS JOIN LATERAL (%%s) post
      ORDER BY post."id" %1$s LIMIT $4)', direction);
  no_match CONSTANT text := 'AND NOT EXISTS
    (SELECT FROM "PostSearch" s WHERE s."postId" = p."id" AND s."text" LIKE ALL ($1))';
  result uuid[];
BEGIN
  EXECUTE format(newest, format(of_author, '', '1'), format(of_author, '', '$4'))
  INTO result USING patterns, authors, cursor_post, max_posts;
  -- Few authors name themselves in posts, so checking the result is cheaper than every post.
  IF EXISTS (SELECT FROM "PostSearch"
    WHERE "postId" = ANY (result) AND "text" LIKE ALL (patterns)) THEN
    EXECUTE format(newest, format(of_author, no_match, '1'), format(of_author, no_match, '$4'))
    INTO result USING patterns, authors, cursor_post, max_posts;
  END IF;
  RETURN result;
END $$;
