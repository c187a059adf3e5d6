-- A key outlives the post that it stands for, so that sending it again makes no other post when the first was deleted.
CREATE TABLE "PostKey" (
    "authorId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "postId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PostKey_pkey" PRIMARY KEY ("authorId", "key"),
    CONSTRAINT "PostKey_key_check" CHECK (octet_length("key") <= 255),
    CONSTRAINT "PostKey_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "PostKey_createdAt_idx" ON "PostKey"("createdAt");

INSERT INTO "PostKey" ("authorId", "key", "hash", "postId", "createdAt")
SELECT "authorId", "clientKey", "clientKeyHash", "id", "createdAt" FROM "Post" WHERE "clientKey" IS NOT NULL AND "clientKeyHash" IS NOT NULL;

-- The unique index and the CHECK go with their column.
ALTER TABLE "Post" DROP COLUMN "clientKey", DROP COLUMN "clientKeyHash";

ALTER TABLE "User" DROP COLUMN "displayUsername";
