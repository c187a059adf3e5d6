-- Returns the ids of a viewer's Following events among the first events of everyone between two
-- ids, in page order. Scans at most window_size events, so the cost is independent of
-- the followees. Served by FeedEvent_pkey and Follow_pkey: OFFSET 0 looks up each author, where the
-- planner would hash all followees.
CREATE OR REPLACE FUNCTION following_in_window(
  viewer uuid, newer_than uuid, older_than uuid, backwards boolean, window_size int, max_events int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF backwards THEN
    RETURN ARRAY(
      SELECT e."id" FROM (
        SELECT w."id", w."kind", w."actorId" FROM "FeedEvent" w
        WHERE w."id" > newer_than AND w."id" < older_than
        ORDER BY w."id" LIMIT window_size) e
      WHERE CASE WHEN e."actorId" = viewer THEN e."kind" = 'POST' ELSE EXISTS (
        SELECT FROM "Follow" f WHERE f."followerId" = viewer AND f."followeeId" = e."actorId"
        OFFSET 0) END
      ORDER BY e."id" LIMIT max_events);
  END IF;
  RETURN ARRAY(
    SELECT e."id" FROM (
      SELECT w."id", w."kind", w."actorId" FROM "FeedEvent" w
      WHERE w."id" > newer_than AND w."id" < older_than
      ORDER BY w."id" DESC LIMIT window_size) e
    WHERE CASE WHEN e."actorId" = viewer THEN e."kind" = 'POST' ELSE EXISTS (
      SELECT FROM "Follow" f WHERE f."followerId" = viewer AND f."followeeId" = e."actorId"
      OFFSET 0) END
    ORDER BY e."id" DESC LIMIT max_events);
END $$;
