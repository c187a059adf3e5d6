-- Returns the smallest UUIDv7 at a time. Reads no table.
CREATE OR REPLACE FUNCTION oldest_id_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid
$$;
