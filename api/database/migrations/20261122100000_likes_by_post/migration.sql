-- Who likes a post is asked of the primary key, where all likes of one reader lie together. The other index serves the removal of a post
-- alone, which needs no people in it: a fifth of its size, and one place less that a like has to be looked for.
CREATE INDEX "Like_postId_idx" ON "Like"("postId");
DROP INDEX "Like_postId_userId_idx";
