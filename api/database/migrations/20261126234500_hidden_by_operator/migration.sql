-- When the operator hid a post, apart from the decisions of moderators that hide it.
ALTER TABLE "Post" ADD COLUMN "hiddenByOperatorAt" TIMESTAMPTZ(3);
