-- Returns a threshold of the search by its name. Reads no table. The planner replaces calls by their value. An unknown name is an error.
CREATE OR REPLACE FUNCTION search_limit(name text) RETURNS int LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  CASE name
    WHEN 'newest' THEN RETURN 400;       -- Posts that are looked through first, as many as api/features/feed/snapshot.ts holds.
    WHEN 'walk' THEN RETURN 20000;       -- Posts that are looked through where the first did not fill a page.
    WHEN 'scarce' THEN RETURN 3;         -- With fewer matches among the newest, all matches may be few.
    WHEN 'dense' THEN RETURN 20;         -- With as many whole matches among the newest, the index does not help.
    WHEN 'few' THEN RETURN 5000;         -- Candidates of the index that are read for all classes at once.
    WHEN 'index' THEN RETURN 1000;       -- Candidates of the index that are read for one class rather than walking.
    WHEN 'any' THEN RETURN 1000;         -- Candidates that are read to learn whether there is a better match.
    WHEN 'better' THEN RETURN 1000;      -- Better matches from which on lesser ones come from nearby alone.
    WHEN 'people' THEN RETURN 500;       -- People whose posts are looked for, best match of their names first.
    WHEN 'names' THEN RETURN 2000;       -- Names that are read for a query, for all of its words together,
    WHEN 'names_of_word' THEN RETURN 50; -- and at least for each word.
    WHEN 'groups' THEN RETURN 4;         -- Groups of people who lack the same words.
  END CASE;
END $$;
