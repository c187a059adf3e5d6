CREATE TYPE "FeedEventKind" AS ENUM ('POST', 'SHARE');

CREATE TABLE "Follow" (
    "id" UUID NOT NULL,
    "followerId" UUID NOT NULL,
    "followeeId" UUID NOT NULL,

    CONSTRAINT "Follow_pkey" PRIMARY KEY ("followerId","followeeId")
);
CREATE TABLE "FeedEvent" (
    "id" UUID NOT NULL,
    "kind" "FeedEventKind" NOT NULL,
    "actorId" UUID NOT NULL,
    "postId" UUID NOT NULL,
    "comment" TEXT,

    CONSTRAINT "FeedEvent_pkey" PRIMARY KEY ("id")
);

-- From here on a trigger inserts the event of a post. online.sql inserts those of older posts.
CREATE INDEX "Follow_followerId_id_idx" ON "Follow"("followerId", "id" DESC);
CREATE INDEX "Follow_followeeId_id_idx" ON "Follow"("followeeId", "id" DESC);
CREATE INDEX "FeedEvent_actorId_id_idx" ON "FeedEvent"("actorId", "id" DESC);
CREATE INDEX "FeedEvent_postId_id_idx" ON "FeedEvent"("postId", "id" DESC);
-- One share per person and post. Prisma's schema language has no partial indexes.
CREATE UNIQUE INDEX "FeedEvent_share_key" ON "FeedEvent"("actorId", "postId") WHERE "kind" = 'SHARE';

ALTER TABLE "Follow" ADD CONSTRAINT "Follow_followerId_fkey" FOREIGN KEY ("followerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Follow" ADD CONSTRAINT "Follow_followeeId_fkey" FOREIGN KEY ("followeeId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "FeedEvent" ADD CONSTRAINT "FeedEvent_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "FeedEvent" ADD CONSTRAINT "FeedEvent_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Follow"
  ADD CONSTRAINT "Follow_self_check" CHECK ("followerId" <> "followeeId");
ALTER TABLE "FeedEvent"
  ADD CONSTRAINT "FeedEvent_post_check" CHECK ("kind" = 'SHARE' OR ("id" = "postId" AND "comment" IS NULL)),
  ADD CONSTRAINT "FeedEvent_comment_check" CHECK (octet_length("comment") BETWEEN 1 AND 8192);

-- The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['add_post_event', 'count_follow', 'count_share'] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

CREATE TRIGGER "Post_event" AFTER INSERT ON "Post" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_post_event();

CREATE TRIGGER "Follow_count_added" AFTER INSERT ON "Follow" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_follow();
CREATE TRIGGER "Follow_count_removed" AFTER DELETE ON "Follow" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_follow();

CREATE TRIGGER "FeedEvent_count_added" AFTER INSERT ON "FeedEvent" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_share();
CREATE TRIGGER "FeedEvent_count_removed" AFTER DELETE ON "FeedEvent" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_share();
