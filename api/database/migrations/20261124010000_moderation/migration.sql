CREATE TYPE "ReportSubject" AS ENUM ('POST', 'SHARE', 'USER');
CREATE TYPE "ReportReason" AS ENUM ('HOSTILE', 'SPAM', 'DANGEROUS', 'ILLEGAL', 'OTHER');
CREATE TYPE "ModerationEventKind" AS ENUM ('DECISION', 'APPEAL', 'APPEAL_DECISION', 'REVERSAL', 'LIFT');
CREATE TYPE "ModerationAction" AS ENUM ('NONE', 'HIDE', 'REMOVE', 'WARN', 'SUSPEND');
CREATE TYPE "AppealOutcome" AS ENUM ('KEPT', 'REVERSED');

CREATE TABLE "Report" (
    "id" UUID NOT NULL,
    "reporterId" UUID,
    "authorId" UUID,
    "subjectType" "ReportSubject" NOT NULL,
    "subjectId" UUID,
    "reason" "ReportReason" NOT NULL,
    "details" TEXT,
    "snapshot" JSONB,
    "mediaId" UUID,
    "claimedById" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),
    "decisionId" UUID,

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "ModerationEvent" (
    "id" UUID NOT NULL,
    "kind" "ModerationEventKind" NOT NULL,
    "moderatorId" UUID,
    "memberId" UUID,
    "decisionId" UUID,
    "action" "ModerationAction",
    "suspendDays" INTEGER,
    "hidePosts" BOOLEAN NOT NULL DEFAULT false,
    "ruleId" TEXT,
    "ruleTitle" TEXT,
    "ruleText" TEXT,
    "note" TEXT,
    "outcome" "AppealOutcome",

    CONSTRAINT "ModerationEvent_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "ModerationNote" (
    "id" UUID NOT NULL,
    "reportId" UUID NOT NULL,
    "moderatorId" UUID,
    "text" TEXT NOT NULL,

    CONSTRAINT "ModerationNote_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "Appeal" (
    "id" UUID NOT NULL,
    "decisionId" UUID NOT NULL,
    "memberId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "outcome" "AppealOutcome",
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Appeal_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "HiddenPost" (
    "postId" UUID NOT NULL,
    "decisionId" UUID NOT NULL,

    CONSTRAINT "HiddenPost_pkey" PRIMARY KEY ("decisionId","postId")
);
CREATE TABLE "HiddenShare" (
    "id" UUID NOT NULL,
    "decisionId" UUID NOT NULL,
    "actorId" UUID NOT NULL,
    "postId" UUID NOT NULL,
    "comment" TEXT,

    CONSTRAINT "HiddenShare_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "HiddenProfile" (
    "decisionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "displayName" TEXT NOT NULL,
    "bio" TEXT,
    "avatar" TEXT,
    "avatarMediaId" UUID,

    CONSTRAINT "HiddenProfile_pkey" PRIMARY KEY ("decisionId")
);

CREATE INDEX "Report_reporterId_id_idx" ON "Report"("reporterId", "id" DESC);
CREATE INDEX "Report_authorId_id_idx" ON "Report"("authorId", "id" DESC);
CREATE INDEX "Report_claimedById_idx" ON "Report"("claimedById");
CREATE INDEX "Report_mediaId_idx" ON "Report"("mediaId");
CREATE INDEX "Report_decisionId_idx" ON "Report"("decisionId");
-- One open report per person and subject. Prisma's schema language has no partial indexes.
CREATE UNIQUE INDEX "Report_open_key" ON "Report"("subjectId", "reporterId") WHERE "closedAt" IS NULL;
-- The queue, oldest first.
CREATE INDEX "Report_open_idx" ON "Report"("id") WHERE "closedAt" IS NULL;
CREATE INDEX "ModerationEvent_moderatorId_idx" ON "ModerationEvent"("moderatorId");
CREATE INDEX "ModerationEvent_memberId_id_idx" ON "ModerationEvent"("memberId", "id" DESC);
CREATE INDEX "ModerationEvent_decisionId_idx" ON "ModerationEvent"("decisionId");
-- A decision is taken back once.
CREATE UNIQUE INDEX "ModerationEvent_reversal_key" ON "ModerationEvent"("decisionId")
  WHERE "kind" = 'REVERSAL' OR "outcome" = 'REVERSED';
CREATE INDEX "ModerationNote_reportId_id_idx" ON "ModerationNote"("reportId", "id");
CREATE INDEX "ModerationNote_moderatorId_idx" ON "ModerationNote"("moderatorId");
CREATE UNIQUE INDEX "Appeal_decisionId_key" ON "Appeal"("decisionId");
CREATE INDEX "Appeal_memberId_id_idx" ON "Appeal"("memberId", "id" DESC);
CREATE INDEX "HiddenPost_postId_idx" ON "HiddenPost"("postId");
CREATE INDEX "HiddenShare_decisionId_idx" ON "HiddenShare"("decisionId");
CREATE INDEX "HiddenShare_actorId_idx" ON "HiddenShare"("actorId");
CREATE INDEX "HiddenShare_postId_idx" ON "HiddenShare"("postId");
CREATE INDEX "HiddenProfile_userId_idx" ON "HiddenProfile"("userId");
CREATE INDEX "HiddenProfile_avatarMediaId_idx" ON "HiddenProfile"("avatarMediaId");

ALTER TABLE "Report" ADD CONSTRAINT "Report_reporterId_fkey" FOREIGN KEY ("reporterId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_claimedById_fkey" FOREIGN KEY ("claimedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "ModerationEvent"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ModerationEvent" ADD CONSTRAINT "ModerationEvent_moderatorId_fkey" FOREIGN KEY ("moderatorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ModerationEvent" ADD CONSTRAINT "ModerationEvent_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ModerationEvent" ADD CONSTRAINT "ModerationEvent_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "ModerationEvent"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ModerationNote" ADD CONSTRAINT "ModerationNote_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "Report"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ModerationNote" ADD CONSTRAINT "ModerationNote_moderatorId_fkey" FOREIGN KEY ("moderatorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "ModerationEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenPost" ADD CONSTRAINT "HiddenPost_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenPost" ADD CONSTRAINT "HiddenPost_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "ModerationEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenShare" ADD CONSTRAINT "HiddenShare_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "ModerationEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenShare" ADD CONSTRAINT "HiddenShare_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenShare" ADD CONSTRAINT "HiddenShare_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenProfile" ADD CONSTRAINT "HiddenProfile_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "ModerationEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenProfile" ADD CONSTRAINT "HiddenProfile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenProfile" ADD CONSTRAINT "HiddenProfile_avatarMediaId_fkey" FOREIGN KEY ("avatarMediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Report"
  ADD CONSTRAINT "Report_self_check" CHECK ("reporterId" <> "authorId"),
  ADD CONSTRAINT "Report_details_check" CHECK (octet_length("details") BETWEEN 1 AND 8192);
ALTER TABLE "ModerationEvent"
  ADD CONSTRAINT "ModerationEvent_kind_check" CHECK (
    ("kind" = 'DECISION') = ("action" IS NOT NULL)
    AND ("kind" = 'APPEAL_DECISION') = ("outcome" IS NOT NULL)),
  ADD CONSTRAINT "ModerationEvent_rule_check" CHECK (
    num_nonnulls("ruleId", "ruleTitle", "ruleText") IN (0, 3)
    AND ("action" = 'NONE' OR "action" IS NULL OR "ruleId" IS NOT NULL)),
  ADD CONSTRAINT "ModerationEvent_suspend_check" CHECK (
    "action" = 'SUSPEND' OR ("suspendDays" IS NULL AND NOT "hidePosts")),
  ADD CONSTRAINT "ModerationEvent_self_check" CHECK ("moderatorId" <> "memberId");
ALTER TABLE "ModerationNote"
  ADD CONSTRAINT "ModerationNote_text_check" CHECK (octet_length("text") BETWEEN 1 AND 8192);
ALTER TABLE "Appeal"
  ADD CONSTRAINT "Appeal_text_check" CHECK (octet_length("text") BETWEEN 1 AND 8192),
  ADD CONSTRAINT "Appeal_outcome_check" CHECK (("outcome" IS NULL) = ("closedAt" IS NULL));

-- The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['anonymize_report', 'forget_hidden_post', 'protect_moderation_log'] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

CREATE TRIGGER "Report_anonymize" BEFORE UPDATE OF "reporterId", "authorId" ON "Report"
  FOR EACH ROW EXECUTE FUNCTION anonymize_report();

CREATE TRIGGER "Post_shown" AFTER UPDATE OF "hiddenAt" ON "Post" FOR EACH ROW
  WHEN (OLD."hiddenAt" IS NOT NULL AND NEW."hiddenAt" IS NULL)
  EXECUTE FUNCTION forget_hidden_post();

CREATE TRIGGER "ModerationEvent_protect" BEFORE UPDATE OR DELETE ON "ModerationEvent"
  FOR EACH ROW EXECUTE FUNCTION protect_moderation_log();
