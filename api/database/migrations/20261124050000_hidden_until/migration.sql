-- Posts that a suspension hides come back by themselves when it ends.
ALTER TABLE "Post" ADD COLUMN "hiddenUntil" TIMESTAMPTZ(3);
ALTER TABLE "HiddenPost" ADD COLUMN "until" TIMESTAMPTZ(3);

-- In a new database, the functions of the triggers are stubs.
DO $$
BEGIN
  IF EXISTS (SELECT FROM "HiddenPost") THEN
    UPDATE "HiddenPost" h SET "until" = to_timestamp(
        ('x' || substr(replace(e."id"::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
      + e."suspendDays" * interval '24 hours'
    FROM "ModerationEvent" e WHERE e."id" = h."decisionId" AND e."suspendDays" IS NOT NULL;
    UPDATE "Post" p SET "hiddenUntil" = h."until"
    FROM (SELECT "postId", max("until") AS "until" FROM "HiddenPost"
      GROUP BY "postId" HAVING bool_and("until" IS NOT NULL)) h
    WHERE p."id" = h."postId" AND p."hiddenAt" IS NOT NULL;
  END IF;
END $$;

ALTER TABLE "Post" ADD CONSTRAINT "Post_hiddenUntil_check"
  CHECK ("hiddenUntil" IS NULL OR "hiddenAt" IS NOT NULL) NOT VALID;
