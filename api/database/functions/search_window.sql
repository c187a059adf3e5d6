-- Returns at most `max_posts` of the next `window_size` posts after the cursor, whose content
-- matches all patterns and not all better patterns. Newest first; backwards, oldest first. Scans
-- the primary key of "PostSearch".
CREATE OR REPLACE FUNCTION search_window(
  patterns text[], better text[],
  cursor_post uuid, backwards boolean, max_posts int, window_size int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN ARRAY(SELECT candidates."postId" FROM
        (SELECT s."postId", s."text" FROM "PostSearch" s
          WHERE s."postId" > cursor_post ORDER BY s."postId" LIMIT window_size) candidates
      WHERE candidates."text" LIKE ALL (patterns)
        AND (better IS NULL OR NOT candidates."text" LIKE ALL (better))
      ORDER BY candidates."postId" LIMIT max_posts);
  END IF;
  RETURN ARRAY(SELECT candidates."postId" FROM
      (SELECT s."postId", s."text" FROM "PostSearch" s
        WHERE s."postId" < cursor_post ORDER BY s."postId" DESC LIMIT window_size) candidates
    WHERE candidates."text" LIKE ALL (patterns)
      AND (better IS NULL OR NOT candidates."text" LIKE ALL (better))
    ORDER BY candidates."postId" DESC LIMIT max_posts);
END $$;
