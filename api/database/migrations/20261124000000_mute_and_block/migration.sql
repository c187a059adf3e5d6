CREATE TYPE "Role" AS ENUM ('MEMBER', 'MODERATOR', 'ADMIN');

ALTER TABLE "User"
  ADD COLUMN "role" "Role" NOT NULL DEFAULT 'MEMBER',
  ADD COLUMN "suspendedAt" TIMESTAMPTZ(3),
  ADD COLUMN "suspendedUntil" TIMESTAMPTZ(3),
  ADD COLUMN "visibilityVersion" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "Mute" (
    "id" UUID NOT NULL,
    "muterId" UUID NOT NULL,
    "mutedId" UUID NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "Mute_pkey" PRIMARY KEY ("muterId","mutedId")
);
CREATE TABLE "Block" (
    "id" UUID NOT NULL,
    "blockerId" UUID NOT NULL,
    "blockedId" UUID NOT NULL,

    CONSTRAINT "Block_pkey" PRIMARY KEY ("blockerId","blockedId")
);

CREATE INDEX "Mute_muterId_id_idx" ON "Mute"("muterId", "id" DESC);
CREATE INDEX "Mute_mutedId_muterId_idx" ON "Mute"("mutedId", "muterId");
CREATE INDEX "Block_blockerId_id_idx" ON "Block"("blockerId", "id" DESC);
CREATE INDEX "Block_blockedId_blockerId_idx" ON "Block"("blockedId", "blockerId");

ALTER TABLE "Mute" ADD CONSTRAINT "Mute_muterId_fkey" FOREIGN KEY ("muterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Mute" ADD CONSTRAINT "Mute_mutedId_fkey" FOREIGN KEY ("mutedId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Block" ADD CONSTRAINT "Block_blockerId_fkey" FOREIGN KEY ("blockerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Block" ADD CONSTRAINT "Block_blockedId_fkey" FOREIGN KEY ("blockedId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Mute" ADD CONSTRAINT "Mute_self_check" CHECK ("muterId" <> "mutedId");
ALTER TABLE "Block" ADD CONSTRAINT "Block_self_check" CHECK ("blockerId" <> "blockedId");

-- The files in ../../functions replace these in the same transaction, after the last migration.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['change_block_visibility', 'change_mute_visibility', 'end_follows',
    'prevent_blocked_follow'] LOOP
    EXECUTE format($stub$CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END'$stub$, name);
  END LOOP;
END $$;

CREATE TRIGGER "Mute_visibility_added" AFTER INSERT ON "Mute" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_mute_visibility();
CREATE TRIGGER "Mute_visibility_changed" AFTER UPDATE ON "Mute" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_mute_visibility();
CREATE TRIGGER "Mute_visibility_removed" AFTER DELETE ON "Mute" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_mute_visibility();

CREATE TRIGGER "Block_visibility_added" AFTER INSERT ON "Block" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_block_visibility();
CREATE TRIGGER "Block_visibility_removed" AFTER DELETE ON "Block" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_block_visibility();

CREATE TRIGGER "Block_follows" AFTER INSERT ON "Block" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION end_follows();
CREATE TRIGGER "Follow_block" BEFORE INSERT ON "Follow"
  FOR EACH ROW EXECUTE FUNCTION prevent_blocked_follow();
