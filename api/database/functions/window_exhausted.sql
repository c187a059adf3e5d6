-- Returns whether at most `window_size` posts follow the cursor, so that a window covers them all.
-- Served by the primary key of "PostSearch".
CREATE OR REPLACE FUNCTION window_exhausted(cursor_post uuid, backwards boolean, window_size int)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN NOT EXISTS (SELECT FROM "PostSearch" s
      WHERE s."postId" > cursor_post ORDER BY s."postId" LIMIT 1 OFFSET window_size);
  END IF;
  RETURN NOT EXISTS (SELECT FROM "PostSearch" s
    WHERE s."postId" < cursor_post ORDER BY s."postId" DESC LIMIT 1 OFFSET window_size);
END $$;
