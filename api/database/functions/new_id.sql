-- Returns a new UUIDv7 of this moment. Reads no table.
CREATE OR REPLACE FUNCTION new_id() RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
BEGIN
  RETURN overlay(overlay(gen_random_uuid()::text
    PLACING left(oldest_id_at(clock_timestamp())::text, 13) FROM 1 FOR 13)
    PLACING '7' FROM 15 FOR 1)::uuid;
END $$;
