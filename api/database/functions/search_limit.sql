-- Returns a threshold of the search by its name. Reads no table. The planner inlines calls as
-- constants. Fails on an unknown name.
CREATE OR REPLACE FUNCTION search_limit(name text) RETURNS int
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  CASE name
    -- The first window, as large as the snapshot in api/features/feed/snapshot.ts.
    WHEN 'newest' THEN RETURN 400;
    -- The second window, when the first did not fill a page.
    WHEN 'scan' THEN RETURN 20000;
    -- With fewer matches in the first window, the words may be rare.
    WHEN 'scarce' THEN RETURN 3;
    -- With as many whole matches in the first window, the index does not help.
    WHEN 'dense' THEN RETURN 20;
    -- Candidates that search_if_rare reads at most.
    WHEN 'rare' THEN RETURN 5000;
    -- Candidates that search_index reads at most before the second window is scanned.
    WHEN 'index' THEN RETURN 1000;
    -- Candidates that search_any reads at most.
    WHEN 'any' THEN RETURN 1000;
    -- With more better matches, lesser ones come from the window alone.
    WHEN 'better' THEN RETURN 1000;
    -- Users whose posts are searched, best match of their names first.
    WHEN 'users' THEN RETURN 500;
    -- Names read for all words of a query together, and at least for each word.
    WHEN 'names' THEN RETURN 2000;
    WHEN 'names_per_word' THEN RETURN 50;
    -- Groups of users whose names lack the same words.
    WHEN 'groups' THEN RETURN 4;
  END CASE;
END $$;
