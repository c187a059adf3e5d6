-- Adds the shares that a statement inserted or deleted to the counts of their posts. Finds posts by
-- the primary key of "Post". Updates posts in the order of their ids, so that two statements cannot
-- deadlock.
CREATE OR REPLACE FUNCTION count_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT "postId", count(*) AS "shares" FROM changed WHERE "kind" = 'SHARE'
    GROUP BY "postId" ORDER BY "postId"
  LOOP
    UPDATE "Post"
      SET "sharesCount" = "sharesCount"
        + CASE TG_OP WHEN 'INSERT' THEN change."shares" ELSE -change."shares" END
      WHERE "id" = change."postId";
  END LOOP;
  RETURN NULL;
END $$;
