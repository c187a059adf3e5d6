-- The moderation log also has who decided about sign-ups.
ALTER TYPE "ModerationEventKind" ADD VALUE 'APPLICATION_APPROVED';
ALTER TYPE "ModerationEventKind" ADD VALUE 'APPLICATION_DECLINED';
