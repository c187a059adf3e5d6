-- The list of people who like a post, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Like_postId_createdAt_userId_idx"
  ON "Like"("postId", "createdAt" DESC, "userId");
DROP INDEX CONCURRENTLY IF EXISTS "Like_postId_idx";

-- Every existing post gets its event, ten thousand at a time.
WITH posts AS MATERIALIZED (
  SELECT "id", "authorId", "isReply" FROM "Post" WHERE "id" > $1 ORDER BY "id" LIMIT 10000),
events AS (
  INSERT INTO "FeedEvent" ("id", "kind", "actorId", "postId")
  SELECT "id", 'POST', "authorId", "id" FROM posts WHERE NOT "isReply"
  ON CONFLICT ("id") DO NOTHING)
SELECT "id" FROM posts ORDER BY "id" DESC LIMIT 1;
