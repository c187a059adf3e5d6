-- Returns posts where each word is in the content or in the author's names, and at least one word
-- is only in the names. Served by UserSearch_grams_idx, then by search_newest_by_authors and
-- search_author_and_text.
CREATE OR REPLACE FUNCTION search_by_author(
  patterns text[], word_grams text[], cursor_post uuid, backwards boolean, max_posts int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  users uuid[];
  missing_words text[];
  authors uuid[];
  missing text[];
  grams int[];
  result uuid[];
  all_results uuid[] := '{}';
BEGIN
  -- Users whose names have a word, best match first, and the words that their posts must have.
  EXECUTE format('SELECT array_agg("userId"), array_agg(missing::text) FROM (
      SELECT * FROM (
        SELECT "userId",
          ARRAY(SELECT word FROM unnest($1) word WHERE "text" NOT LIKE word) AS missing
        FROM (%s) named OFFSET 0) each
      WHERE cardinality(missing) < cardinality($1)
      ORDER BY cardinality(missing), "userId" DESC LIMIT %s) best',
    (SELECT string_agg(format(
        '(SELECT "userId", "text" FROM "UserSearch" WHERE "grams" @> %L::int[] LIMIT %s)', word,
        greatest(search_limit('names_per_word'), search_limit('names') / cardinality(word_grams))
      ), ' UNION ') FROM unnest(word_grams) word),
    search_limit('users'))
  INTO users, missing_words USING patterns;

  FOR missing, authors IN
    SELECT each::text[], array_agg(author ORDER BY author DESC)
    FROM unnest(users, missing_words) best(author, each)
    GROUP BY each ORDER BY cardinality(each::text[]), count(*) DESC LIMIT search_limit('groups')
  LOOP
    IF missing = '{}' THEN
      result := search_newest_by_authors(patterns, authors, cursor_post, backwards, max_posts);
    ELSE
      -- The grams of all missing words: the index starts with the rarest gram.
      SELECT array_agg(DISTINCT gram) INTO grams FROM unnest(missing) word
        CROSS JOIN LATERAL unnest(word_grams[array_position(patterns, word)]::int[]) gram;
      result := search_author_and_text(
        patterns, missing, grams, authors, cursor_post, backwards, max_posts);
    END IF;
    all_results := all_results || result;
  END LOOP;
  EXECUTE format('SELECT ARRAY(SELECT id FROM unnest($1) id ORDER BY id %s LIMIT $2)',
    CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO result USING all_results, max_posts;
  RETURN result;
END $$;
