CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_authorId_isReply_id_idx"
  ON "Post"("authorId", "isReply", "id" DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_threadRootId_id_idx" ON "Post"("threadRootId", "id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_inReplyToId_idx" ON "Post"("inReplyToId");
-- The feed. Prisma's schema language has no partial indexes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_feed_idx" ON "Post"("id") WHERE NOT "isReply";
DROP INDEX CONCURRENTLY IF EXISTS "Post_authorId_id_idx";

ALTER TABLE "Post" VALIDATE CONSTRAINT "Post_threadRootId_fkey";
ALTER TABLE "Post" VALIDATE CONSTRAINT "Post_inReplyToId_fkey";
ALTER TABLE "Post" VALIDATE CONSTRAINT "Post_reply_check";
ALTER TABLE "Post" VALIDATE CONSTRAINT "Post_repliesCount_check";
