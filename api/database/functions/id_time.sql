-- Returns the time in a UUIDv7. Reads no table.
CREATE OR REPLACE FUNCTION id_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp(
    ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
$$;
