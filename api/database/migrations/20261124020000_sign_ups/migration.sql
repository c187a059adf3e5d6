CREATE TABLE "Invitation" (
    "id" UUID NOT NULL,
    "inviterId" UUID,
    "code" TEXT NOT NULL,
    "maxUses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "Invitee" (
    "userId" UUID NOT NULL,
    "invitationId" UUID NOT NULL,

    CONSTRAINT "Invitee_pkey" PRIMARY KEY ("userId")
);
CREATE TABLE "InvitationFollow" (
    "invitationId" UUID NOT NULL,
    "userId" UUID NOT NULL,

    CONSTRAINT "InvitationFollow_pkey" PRIMARY KEY ("invitationId","userId")
);
CREATE TABLE "Application" (
    "id" UUID NOT NULL,
    "displayName" TEXT NOT NULL,
    "username" TEXT,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL,
    "providerId" TEXT NOT NULL,
    "subject" TEXT,
    "password" TEXT,

    CONSTRAINT "Application_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Invitation_code_key" ON "Invitation"("code");
CREATE INDEX "Invitation_inviterId_id_idx" ON "Invitation"("inviterId", "id" DESC);
CREATE INDEX "Invitee_invitationId_idx" ON "Invitee"("invitationId");
CREATE INDEX "InvitationFollow_userId_idx" ON "InvitationFollow"("userId");
CREATE UNIQUE INDEX "Application_username_key" ON "Application"("username");
CREATE UNIQUE INDEX "Application_email_key" ON "Application"("email");
CREATE UNIQUE INDEX "Application_providerId_subject_key" ON "Application"("providerId", "subject");

ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invitee" ADD CONSTRAINT "Invitee_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invitee" ADD CONSTRAINT "Invitee_invitationId_fkey" FOREIGN KEY ("invitationId") REFERENCES "Invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "InvitationFollow" ADD CONSTRAINT "InvitationFollow_invitationId_fkey" FOREIGN KEY ("invitationId") REFERENCES "Invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "InvitationFollow" ADD CONSTRAINT "InvitationFollow_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_uses_check" CHECK ("uses" <= "maxUses");
ALTER TABLE "Application" ADD CONSTRAINT "Application_login_check" CHECK (("subject" IS NULL) <> ("password" IS NULL));
