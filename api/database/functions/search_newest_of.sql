-- Returns the newest posts of authors whose names have all words, without posts whose content has them all.
-- Served by Post_authorId_id_idx.
CREATE OR REPLACE FUNCTION search_newest_of(patterns text[], authors uuid[], beyond uuid, backwards boolean, wanted int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  direction text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  of_author text := format('SELECT p."id" FROM "Post" p WHERE p."authorId" = author AND p."id" %1$s $3
      AND NOT EXISTS (SELECT FROM "Post" h WHERE h."id" = p."id" AND h."hiddenAt" IS NOT NULL) %%s
    ORDER BY p."id" %2$s LIMIT %%s', CASE WHEN backwards THEN '>' ELSE '<' END, direction);
  -- A page of n posts has n authors at most.
  newest text := format('WITH best AS MATERIALIZED
      (SELECT author FROM unnest($2) author CROSS JOIN LATERAL (%%s) nearest ORDER BY nearest."id" %1$s LIMIT $4)
    SELECT ARRAY(SELECT near."id" FROM best CROSS JOIN LATERAL (%%s) near ORDER BY near."id" %1$s LIMIT $4)', direction);
  no_match CONSTANT text := 'AND NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" = p."id" AND s."text" LIKE ALL ($1))';
  found uuid[];
BEGIN
  EXECUTE format(newest, format(of_author, '', '1'), format(of_author, '', '$4')) INTO found USING patterns, authors, beyond, wanted;
  -- Few authors name themselves in posts, so a check afterwards is cheaper than one of every post.
  IF EXISTS (SELECT FROM "PostSearch" WHERE "postId" = ANY (found) AND "text" LIKE ALL (patterns)) THEN
    EXECUTE format(newest, format(of_author, no_match, '1'), format(of_author, no_match, '$4')) INTO found USING patterns, authors, beyond, wanted;
  END IF;
  RETURN found;
END $$;
