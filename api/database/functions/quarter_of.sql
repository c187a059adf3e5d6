-- Returns the start of the quarter of an hour that a time is in. Reads no table.
CREATE OR REPLACE FUNCTION quarter_of(at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01T00:00:00Z')
$$;
