-- Many likes may come in one statement: each post is counted once for all of them, in the order of the ids, so that two
-- statements never wait for each other in a circle.
CREATE OR REPLACE FUNCTION count_like() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT "postId", count(*) AS "likes" FROM changed GROUP BY "postId" ORDER BY "postId" LOOP
    UPDATE "Post" SET "likesCount" = "likesCount" + CASE TG_OP WHEN 'INSERT' THEN change."likes" ELSE -change."likes" END
      WHERE "id" = change."postId";
  END LOOP;
  RETURN NULL;
END $$;

DROP TRIGGER "Like_count" ON "Like";
CREATE TRIGGER "Like_count_added" AFTER INSERT ON "Like" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_like();
CREATE TRIGGER "Like_count_removed" AFTER DELETE ON "Like" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_like();
