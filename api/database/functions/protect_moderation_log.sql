-- Refuses changes of the moderation log. The only exception is ON DELETE SET NULL, which clears a
-- deleted account: everything else is equal, and the account does not exist anymore.
CREATE OR REPLACE FUNCTION protect_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cleared "ModerationEvent";
BEGIN
  IF TG_OP = 'UPDATE' THEN
    cleared := OLD;
    cleared."moderatorId" := NEW."moderatorId";
    cleared."memberId" := NEW."memberId";
    IF cleared IS NOT DISTINCT FROM NEW
      AND (NEW."moderatorId" IS NULL OR NEW."moderatorId" = OLD."moderatorId")
      AND (NEW."memberId" IS NULL OR NEW."memberId" = OLD."memberId")
      AND NOT EXISTS (
        SELECT FROM "User" WHERE ("id" = OLD."moderatorId" AND NEW."moderatorId" IS NULL)
          OR ("id" = OLD."memberId" AND NEW."memberId" IS NULL))
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'The moderation log is append-only.';
END $$;
