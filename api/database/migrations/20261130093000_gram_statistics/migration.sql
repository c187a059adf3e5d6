-- The search reads the rarest grams of a word. By default, PostgreSQL knows the frequency only of
-- those that one post in forty has.
ALTER TABLE "PostSearch" ALTER COLUMN "grams" SET STATISTICS 1000;
