-- Returns the gram that encodes an author in "PostSearch"."grams". Reads no table.
CREATE OR REPLACE FUNCTION author_gram(author uuid) RETURNS int
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x' || substr(md5(author::text), 1, 8))::bit(32)::int
$$;
