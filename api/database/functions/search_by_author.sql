-- Returns posts where each word is in the content or in the author's names, and at least one word in the names alone.
-- Served by UserSearch_grams_idx, then by search_newest_of and search_completed.
CREATE OR REPLACE FUNCTION search_by_author(patterns text[], word_grams text[], beyond uuid, backwards boolean, wanted int)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  people uuid[];
  lacks text[];
  authors uuid[];
  lack text[];
  grams int[];
  found uuid[];
  all_found uuid[] := '{}';
BEGIN
  -- The people whose names have a word, best match first, and the words that their posts must have instead.
  EXECUTE format('SELECT array_agg("userId"), array_agg(lack::text) FROM (
      SELECT * FROM (
        SELECT "userId", ARRAY(SELECT word FROM unnest($1) word WHERE "text" NOT LIKE word) AS lack FROM (%s) named OFFSET 0) each
      WHERE cardinality(lack) < cardinality($1) ORDER BY cardinality(lack), "userId" DESC LIMIT %s) best',
    (SELECT string_agg(format('(SELECT "userId", "text" FROM "UserSearch" WHERE "grams" @> %L::int[] LIMIT %s)',
      word, greatest(search_limit('names_of_word'), search_limit('names') / cardinality(word_grams))), ' UNION ') FROM unnest(word_grams) word),
    search_limit('people'))
  INTO people, lacks USING patterns;

  FOR lack, authors IN
    SELECT each::text[], array_agg(author ORDER BY author DESC) FROM unnest(people, lacks) best(author, each)
    GROUP BY each ORDER BY cardinality(each::text[]), count(*) DESC LIMIT search_limit('groups')
  LOOP
    IF lack = '{}' THEN
      found := search_newest_of(patterns, authors, beyond, backwards, wanted);
    ELSE
      -- All grams of the words that the content must have: the index starts with the rarest.
      SELECT array_agg(DISTINCT gram) INTO grams FROM unnest(lack) word
        CROSS JOIN LATERAL unnest(word_grams[array_position(patterns, word)]::int[]) gram;
      found := search_completed(patterns, lack, grams, authors, beyond, backwards, wanted);
    END IF;
    all_found := all_found || found;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)', CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING all_found, wanted;
  RETURN found;
END $$;
