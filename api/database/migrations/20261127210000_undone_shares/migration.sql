-- Shares that were taken back, so that no walk of a feed lists their posts twice.
CREATE TABLE "UndoneShare" (
    "id" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "actorId" UUID NOT NULL,
    "postId" UUID NOT NULL,

    CONSTRAINT "UndoneShare_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "UndoneShare_postId_idx" ON "UndoneShare"("postId");
CREATE INDEX "UndoneShare_actorId_idx" ON "UndoneShare"("actorId");
