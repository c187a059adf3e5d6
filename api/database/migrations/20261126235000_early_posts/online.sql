-- Posts by newcomers, which UNANSWERED lists first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_early_idx"
  ON "Post"("id") WHERE "isEarly" AND NOT "isReply";
