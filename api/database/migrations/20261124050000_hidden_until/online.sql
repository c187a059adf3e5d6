ALTER TABLE "Post" VALIDATE CONSTRAINT "Post_hiddenUntil_check";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_hiddenUntil_idx"
  ON "Post"("hiddenUntil") WHERE "hiddenUntil" IS NOT NULL;
