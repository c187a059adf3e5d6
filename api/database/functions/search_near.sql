-- Returns posts near a place in the list whose content matches all patterns and not all of the better ones: `wanted` of them at most,
-- of the next `looked_at` posts. Newest first; backwards, oldest first. Walks the primary key of "PostSearch"; Post_hidden_idx excludes hidden posts.
CREATE OR REPLACE FUNCTION search_near(patterns text[], better text[], beyond uuid, backwards boolean, wanted int, looked_at int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN ARRAY(SELECT near."postId" FROM
        (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."postId" > beyond ORDER BY s."postId" LIMIT looked_at) near
      WHERE near."text" LIKE ALL (patterns) AND (better IS NULL OR NOT near."text" LIKE ALL (better))
        AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = near."postId" AND p."hiddenAt" IS NOT NULL)
      ORDER BY near."postId" LIMIT wanted);
  END IF;
  RETURN ARRAY(SELECT near."postId" FROM
      (SELECT s."postId", s."text" FROM "PostSearch" s WHERE s."postId" < beyond ORDER BY s."postId" DESC LIMIT looked_at) near
    WHERE near."text" LIKE ALL (patterns) AND (better IS NULL OR NOT near."text" LIKE ALL (better))
      AND NOT EXISTS (SELECT FROM "Post" p WHERE p."id" = near."postId" AND p."hiddenAt" IS NOT NULL)
    ORDER BY near."postId" DESC LIMIT wanted);
END $$;
