-- Returns the number of a class of matches by its name; api/features/search/search.read.ts has the same ones. Reads no table.
-- The planner replaces calls by their value. An unknown name is an error.
CREATE OR REPLACE FUNCTION search_class(name text) RETURNS int LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  CASE name
    WHEN 'whole' THEN RETURN 1;  -- All words are in the content.
    WHEN 'start' THEN RETURN 2;  -- Words of the content begin with them.
    WHEN 'within' THEN RETURN 3; -- Words of the content have them within.
    WHEN 'author' THEN RETURN 4; -- The author's names have some of them.
  END CASE;
END $$;
