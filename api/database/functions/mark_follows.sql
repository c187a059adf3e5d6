-- Marks the followees for their next delivery. Reads only its transition table.
CREATE OR REPLACE FUNCTION mark_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PendingNotification" ("userId", "kind", "subjectId", "quarter")
    SELECT DISTINCT "followeeId", 'FOLLOW'::"NotificationKind", "followeeId", quarter_of(id_time("id"))
    FROM new_rows ORDER BY 3, 4
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
