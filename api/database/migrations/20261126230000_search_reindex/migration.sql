CREATE TABLE "SearchReindex" (
    "table" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "after" UUID,

    CONSTRAINT "SearchReindex_pkey" PRIMARY KEY ("table")
);
