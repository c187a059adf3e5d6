-- Returns whether at most `looked_at` posts are beyond a place, so that a look at those sees all. Served by the primary key of "PostSearch".
CREATE OR REPLACE FUNCTION search_ends(beyond uuid, backwards boolean, looked_at int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" > beyond ORDER BY s."postId" LIMIT 1 OFFSET looked_at);
  END IF;
  RETURN NOT EXISTS (SELECT FROM "PostSearch" s WHERE s."postId" < beyond ORDER BY s."postId" DESC LIMIT 1 OFFSET looked_at);
END $$;
