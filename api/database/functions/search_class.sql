-- Returns the number of a match class by its name, as api/features/search/search.read.ts has it.
-- Reads no table. The planner inlines calls as constants. Fails on an unknown name.
CREATE OR REPLACE FUNCTION search_class(name text) RETURNS int
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  CASE name
    WHEN 'whole' THEN RETURN 1;  -- The content has all words.
    WHEN 'start' THEN RETURN 2;  -- Words of the content start with them.
    WHEN 'within' THEN RETURN 3; -- Words of the content contain them.
    WHEN 'author' THEN RETURN 4; -- The author's names have some of the words.
  END CASE;
END $$;
