-- Who comes by way of another provider has a name that was made up, until they choose their own.
ALTER TABLE "User" ADD COLUMN "needsUsername" BOOLEAN NOT NULL DEFAULT false;
