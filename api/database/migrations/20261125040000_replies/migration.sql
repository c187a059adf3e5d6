ALTER TABLE "Post"
  ADD COLUMN "isReply" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "threadRootId" UUID,
  ADD COLUMN "inReplyToId" UUID,
  ADD COLUMN "repliesCount" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "repliesClosedAt" TIMESTAMPTZ(3),
  ADD COLUMN "isEarly" BOOLEAN NOT NULL DEFAULT false;

-- online.sql validates these.
ALTER TABLE "Post" ADD CONSTRAINT "Post_threadRootId_fkey" FOREIGN KEY ("threadRootId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "Post" ADD CONSTRAINT "Post_inReplyToId_fkey" FOREIGN KEY ("inReplyToId") REFERENCES "Post"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Threads are one level deep: a reply has no replies of its own.
ALTER TABLE "Post"
  ADD CONSTRAINT "Post_reply_check" CHECK (
    "isReply" = ("threadRootId" IS NOT NULL)
    AND ("isReply" OR "inReplyToId" IS NULL)
    AND NOT ("isReply" AND ("repliesCount" <> 0 OR "repliesClosedAt" IS NOT NULL))) NOT VALID,
  ADD CONSTRAINT "Post_repliesCount_check" CHECK ("repliesCount" >= 0) NOT VALID;

-- The file in ../../functions replaces it in the same transaction, after the last migration.
CREATE FUNCTION count_reply() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN RAISE EXCEPTION ''not applied yet''; END';

CREATE TRIGGER "Post_count_added" AFTER INSERT ON "Post" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_reply();
CREATE TRIGGER "Post_count_removed" AFTER DELETE ON "Post" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_reply();
