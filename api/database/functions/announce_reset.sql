-- Announces that anything may have changed. Reads no table.
CREATE OR REPLACE FUNCTION announce_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('good_vibes', 'reset');
  RETURN NULL;
END $$;
