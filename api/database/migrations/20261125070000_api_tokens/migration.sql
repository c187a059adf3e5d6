-- CreateTable
CREATE TABLE "ApiToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_hash_key" ON "ApiToken"("hash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_id_idx" ON "ApiToken"("userId", "id" DESC);

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The file in ../../functions replaces it in the same transaction, after the last migration.
CREATE FUNCTION announce_api_tokens() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not applied yet''; END';

CREATE TRIGGER "ApiToken_announce_update" AFTER UPDATE ON "ApiToken" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_api_tokens();
CREATE TRIGGER "ApiToken_announce_delete" AFTER DELETE ON "ApiToken" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_api_tokens();
CREATE TRIGGER "ApiToken_announce_truncate" AFTER TRUNCATE ON "ApiToken"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reset();
