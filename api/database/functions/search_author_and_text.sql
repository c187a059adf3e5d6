-- Returns posts of the authors whose content has the words that their names lack, but not all words
-- of the query. Served by PostSearch_grams_idx, which has the authors as grams too.
CREATE OR REPLACE FUNCTION search_author_and_text(
  patterns text[], missing text[], missing_grams int[], authors uuid[],
  cursor_post uuid, backwards boolean, max_posts int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  result uuid[];
BEGIN
  EXECUTE format('WITH candidates AS MATERIALIZED (SELECT "postId", "text" FROM "PostSearch"
      WHERE "grams" @> $3 AND "grams" && $7 AND ("postId" %1$s $5) IS NOT FALSE)
    SELECT ARRAY(SELECT "postId" FROM candidates
      WHERE "text" LIKE ALL ($2) AND NOT "text" LIKE ALL ($1)
        AND (SELECT p."authorId" = ANY ($4) FROM "Post" p WHERE p."id" = "postId")
      ORDER BY "postId" %2$s LIMIT $6)',
    CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO result USING patterns, missing, missing_grams, authors, cursor_post, max_posts,
    ARRAY(SELECT author_gram(author) FROM unnest(authors) author);
  RETURN result;
END $$;
