-- CreateEnum
CREATE TYPE "MailPurpose" AS ENUM ('VERIFY_EMAIL', 'RESET_PASSWORD');

-- CreateTable
CREATE TABLE "MailLink" (
    "hash" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "purpose" "MailPurpose" NOT NULL,
    "email" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailLink_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "MailLink_userId_idx" ON "MailLink"("userId");

-- CreateIndex
CREATE INDEX "MailLink_expiresAt_idx" ON "MailLink"("expiresAt");

-- AddForeignKey
ALTER TABLE "MailLink" ADD CONSTRAINT "MailLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
