-- Adds the follows that a statement inserted or deleted to the counts of both users. Finds users by
-- the primary key of "User". Updates users in the order of their ids, so that two statements cannot
-- deadlock.
CREATE OR REPLACE FUNCTION count_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
  change record;
BEGIN
  FOR change IN
    SELECT "userId", sum("following") AS "following", sum("followers") AS "followers" FROM (
      SELECT "followerId" AS "userId", 1 AS "following", 0 AS "followers" FROM changed
      UNION ALL SELECT "followeeId", 0, 1 FROM changed) counted
    GROUP BY "userId" ORDER BY "userId"
  LOOP
    UPDATE "User"
      SET "followingCount" = "followingCount" + sign * change."following",
        "followersCount" = "followersCount" + sign * change."followers"
      WHERE "id" = change."userId";
  END LOOP;
  RETURN NULL;
END $$;
