-- Searches no longer exclude hidden posts themselves: listed_posts does.
DROP INDEX "Post_hidden_idx";
