-- Returns the ids of a viewer's Following events between two ids, in page order: the
-- events of each followee, and the viewer's own posts. Looks up the first event of each followee,
-- then the others of those who come first, up to the last of these first events. So the cost grows
-- with the followees, and hardly with their events. Served by Follow_pkey, FeedEvent_actorId_id_idx
-- and Post_authorId_isReply_id_idx, by index-only scans.
CREATE OR REPLACE FUNCTION following_by_actor(
  viewer uuid, newer_than uuid, older_than uuid, backwards boolean, max_events int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  actors uuid[];
  firsts uuid[];
  bound uuid;
BEGIN
  IF backwards THEN
    SELECT array_agg(first."actorId"), array_agg(first."id") INTO actors, firsts FROM (
      SELECT f."followeeId" AS "actorId", event."id" FROM "Follow" f CROSS JOIN LATERAL (
        SELECT e."id" FROM "FeedEvent" e
        WHERE e."actorId" = f."followeeId" AND e."id" > newer_than ORDER BY e."id" LIMIT 1) event
      WHERE f."followerId" = viewer AND event."id" < older_than
      ORDER BY event."id" LIMIT max_events) first;
    bound := coalesce(firsts[max_events], older_than);
    RETURN ARRAY(
      SELECT event."id" FROM unnest(actors) actor("id") CROSS JOIN LATERAL (
        SELECT e."id" FROM "FeedEvent" e
        WHERE e."actorId" = actor."id" AND e."id" > newer_than AND e."id" <= bound
          AND e."id" < older_than
        ORDER BY e."id" LIMIT max_events) event
      UNION ALL (
        SELECT p."id" FROM "Post" p
        WHERE p."authorId" = viewer AND NOT p."isReply"
          AND p."id" > newer_than AND p."id" < older_than
        ORDER BY p."id" LIMIT max_events)
      ORDER BY "id" LIMIT max_events);
  END IF;
  SELECT array_agg(first."actorId"), array_agg(first."id") INTO actors, firsts FROM (
    SELECT f."followeeId" AS "actorId", event."id" FROM "Follow" f CROSS JOIN LATERAL (
      SELECT e."id" FROM "FeedEvent" e
      WHERE e."actorId" = f."followeeId" AND e."id" < older_than ORDER BY e."id" DESC LIMIT 1) event
    WHERE f."followerId" = viewer AND event."id" > newer_than
    ORDER BY event."id" DESC LIMIT max_events) first;
  bound := coalesce(firsts[max_events], newer_than);
  RETURN ARRAY(
    SELECT event."id" FROM unnest(actors) actor("id") CROSS JOIN LATERAL (
      SELECT e."id" FROM "FeedEvent" e
      WHERE e."actorId" = actor."id" AND e."id" > newer_than AND e."id" >= bound
        AND e."id" < older_than
      ORDER BY e."id" DESC LIMIT max_events) event
    UNION ALL (
      SELECT p."id" FROM "Post" p
      WHERE p."authorId" = viewer AND NOT p."isReply"
        AND p."id" > newer_than AND p."id" < older_than
      ORDER BY p."id" DESC LIMIT max_events)
    ORDER BY "id" DESC LIMIT max_events);
END $$;
