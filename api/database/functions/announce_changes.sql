-- Notifies every process of changed ids as "kind id id …", or of "reset" for too many. Reads no
-- table.
CREATE OR REPLACE FUNCTION announce_changes(kind text, ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  max_ids CONSTANT int := 1000;
  ids_per_notification CONSTANT int := 100;
BEGIN
  IF cardinality(ids) > max_ids THEN
    PERFORM pg_notify('good_vibes', 'reset');
  ELSE
    PERFORM pg_notify('good_vibes', kind || ' ' || n."ids") FROM (
      SELECT string_agg(i."id"::text, ' ') AS "ids"
      FROM unnest(ids) WITH ORDINALITY i("id", "index")
      GROUP BY (i."index" - 1) / ids_per_notification) n;
  END IF;
END $$;
