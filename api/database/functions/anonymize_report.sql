-- Clears what a report says about a deleted account, and closes the report.
CREATE OR REPLACE FUNCTION anonymize_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."reporterId" IS NOT NULL AND NEW."reporterId" IS NULL THEN
    NEW."details" := NULL;
    NEW."closedAt" := coalesce(NEW."closedAt", now());
  END IF;
  IF OLD."authorId" IS NOT NULL AND NEW."authorId" IS NULL THEN
    NEW."subjectId" := NULL;
    NEW."snapshot" := NULL;
    NEW."mediaId" := NULL;
    NEW."closedAt" := coalesce(NEW."closedAt", now());
  END IF;
  RETURN NEW;
END $$;
