-- What the search reads. What a text and a query are made into is in api/features/search, how they are matched in ../../functions.

CREATE TABLE "PostSearch" (
    "postId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "grams" INTEGER[],

    CONSTRAINT "PostSearch_pkey" PRIMARY KEY ("postId")
);
CREATE TABLE "UserSearch" (
    "userId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "grams" INTEGER[],

    CONSTRAINT "UserSearch_pkey" PRIMARY KEY ("userId")
);

ALTER TABLE "PostSearch" ADD CONSTRAINT "PostSearch_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UserSearch" ADD CONSTRAINT "UserSearch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Without "fastupdate", no search reads a list of pending rows, and no writer pays for all of them at once.
CREATE INDEX "PostSearch_grams_idx" ON "PostSearch" USING GIN ("grams") WITH (fastupdate = off);
CREATE INDEX "UserSearch_grams_idx" ON "UserSearch" USING GIN ("grams") WITH (fastupdate = off);

-- Hidden posts are few, so a search excludes them at hardly any cost.
CREATE INDEX "Post_hidden_idx" ON "Post"("id") WHERE "hiddenAt" IS NOT NULL;
