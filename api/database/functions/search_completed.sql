-- Returns posts of the authors whose content has the words that their names lack, and not all words that are looked for.
-- Served by PostSearch_grams_idx, which has the authors as grams too.
CREATE OR REPLACE FUNCTION search_completed(
  patterns text[], lack text[], lack_grams int[], authors uuid[], beyond uuid, backwards boolean, wanted int
) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  found uuid[];
BEGIN
  EXECUTE format('WITH candidates AS MATERIALIZED (SELECT "postId", "text" FROM "PostSearch"
      WHERE "grams" @> $3 AND "grams" && $7 AND ("postId" %1$s $5) IS NOT FALSE)
    SELECT ARRAY(SELECT "postId" FROM candidates
      WHERE "text" LIKE ALL ($2) AND NOT "text" LIKE ALL ($1)
        AND (SELECT p."authorId" = ANY ($4) AND p."hiddenAt" IS NULL FROM "Post" p WHERE p."id" = "postId")
      ORDER BY "postId" %2$s LIMIT $6)', CASE WHEN backwards THEN '>' ELSE '<' END, CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END)
  INTO found USING patterns, lack, lack_grams, authors, beyond, wanted, ARRAY(SELECT author_gram(author) FROM unnest(authors) author);
  RETURN found;
END $$;
