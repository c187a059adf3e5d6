-- Adds the author's gram to the row being written. Finds the post by the primary key of "Post".
CREATE OR REPLACE FUNCTION add_author_gram() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."grams" := NEW."grams"
    || (SELECT author_gram("authorId") FROM "Post" WHERE "id" = NEW."postId");
  RETURN NEW;
END $$;
