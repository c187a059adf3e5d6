-- Adds the replies that a statement inserted or deleted to the counts of their threads. Finds posts
-- by the primary key of "Post". Updates posts in the order of their ids, so that two statements
-- cannot deadlock.
CREATE OR REPLACE FUNCTION count_reply() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT "threadRootId", count(*) AS "replies" FROM changed WHERE "isReply"
    GROUP BY "threadRootId" ORDER BY "threadRootId"
  LOOP
    UPDATE "Post"
      SET "repliesCount" = "repliesCount"
        + CASE TG_OP WHEN 'INSERT' THEN change."replies" ELSE -change."replies" END
      WHERE "id" = change."threadRootId";
  END LOOP;
  RETURN NULL;
END $$;
