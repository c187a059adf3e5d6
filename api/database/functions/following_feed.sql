-- Returns a page of a viewer's Following feed in page order: each post once, as its
-- newest event up to the start of the walk. Skips posts and shares that the viewer's lists leave
-- out, and posts that the walk may have listed for a share that was taken back meanwhile.
-- With few followees it looks up the events of each. With many it scans the newest events
-- first, which usually fill the page: a part of the window, and the rest if that part has as many
-- of the page's events. Each way is a function that names its indexes, and runs with the settings
-- below.
CREATE OR REPLACE FUNCTION following_feed(
  viewer uuid, walk_start uuid, after_event uuid, before_event uuid,
  backwards boolean, max_events int
) RETURNS TABLE (
  "eventId" uuid, "actorId" uuid, "postId" uuid, "isShare" boolean, "comment" text
) LANGUAGE plpgsql STABLE ROWS 20
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  few_followees CONSTANT int := 700;
  max_window CONSTANT int := 4000;
  first_part CONSTANT int := 20;
  followees CONSTANT int := (SELECT "followingCount" FROM "User" WHERE "id" = viewer);
  -- NULL if nothing hides people from the viewer: most people hide no one, and then nothing is
  -- looked up for each person.
  hider CONSTANT uuid := CASE WHEN EXISTS (SELECT FROM hidden_users(viewer)) THEN viewer END;
  -- A share that was taken back just before the walk may have been in its first page: the change
  -- was not committed yet.
  undone_after CONSTANT uuid := oldest_id_at(id_time(walk_start) - interval '10 seconds');
  is_start CONSTANT boolean := after_event = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  is_window boolean := followees > few_followees;
  window_size int := max_window / first_part;
  newer_than uuid := before_event;
  older_than uuid := after_event;
  -- More than a page, because hidden posts and older events of a post drop out.
  batch_size int := max_events + 10;
  remaining int := max_events;
  candidates uuid[];
  returned int;
BEGIN
  WHILE remaining > 0 LOOP
    candidates := CASE WHEN is_window
      THEN following_in_window(viewer, newer_than, older_than, backwards, window_size, batch_size)
      ELSE following_by_actor(viewer, newer_than, older_than, backwards, batch_size) END;
    RETURN QUERY
      SELECT e."id", e."actorId", e."postId", e."kind" = 'SHARE', e."comment"
      FROM unnest(candidates) WITH ORDINALITY c("id", "rank")
      JOIN "FeedEvent" e ON e."id" = c."id"
      JOIN listed_posts(hider) p ON p."id" = e."postId"
      WHERE e."id" <= walk_start
        AND (hider IS NULL OR NOT EXISTS (
          SELECT FROM hides_between(hider, e."actorId") OFFSET 0))
        AND (is_start OR NOT EXISTS (
          SELECT FROM "UndoneShare" u
          WHERE u."postId" = e."postId" AND u."id" > undone_after
            AND u."eventId" BETWEEN after_event AND walk_start AND EXISTS (
              SELECT FROM "Follow" f
              WHERE f."followerId" = viewer AND f."followeeId" = u."actorId" OFFSET 0)
          OFFSET 0)) AND CASE
        WHEN p."sharesCount" = 0 THEN true
        -- No followee shared the post later. Looks up the shares of the post, or those of the
        -- followees, whichever are fewer.
        WHEN p."sharesCount" <= followees THEN NOT EXISTS (
          SELECT FROM "FeedEvent" s
          WHERE s."postId" = e."postId" AND s."id" > e."id" AND s."id" <= walk_start AND EXISTS (
            SELECT FROM "Follow" f WHERE f."followerId" = viewer AND f."followeeId" = s."actorId"
              AND (hider IS NULL OR NOT EXISTS (
                SELECT FROM hides_between(hider, s."actorId") OFFSET 0))
            OFFSET 0) OFFSET 0)
        ELSE NOT EXISTS (
          SELECT FROM (
            SELECT "followeeId" FROM "Follow" WHERE "followerId" = viewer OFFSET 0) f
          WHERE EXISTS (
            SELECT FROM "FeedEvent" s
            WHERE s."actorId" = f."followeeId" AND s."postId" = e."postId" AND s."kind" = 'SHARE'
              AND s."id" > e."id" AND s."id" <= walk_start
              AND (hider IS NULL OR NOT EXISTS (
                SELECT FROM hides_between(hider, s."actorId") OFFSET 0))
            OFFSET 0) OFFSET 0)
      END
      ORDER BY c."rank" LIMIT remaining;
    GET DIAGNOSTICS returned = ROW_COUNT;
    remaining := remaining - returned;
    -- Fewer candidates than requested: the end of the feed, or of the window.
    EXIT WHEN cardinality(candidates) < batch_size AND NOT is_window;
    IF cardinality(candidates) < batch_size THEN
      is_window := window_size < max_window AND cardinality(candidates) >= batch_size / first_part;
      window_size := max_window;
    END IF;
    IF cardinality(candidates) > 0 THEN
      IF backwards THEN
        newer_than := candidates[cardinality(candidates)];
      ELSE
        older_than := candidates[cardinality(candidates)];
      END IF;
    END IF;
    EXIT WHEN backwards AND newer_than >= walk_start;
    batch_size := least(2 * batch_size, 1000);
  END LOOP;
END $$;
