import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { withReversal } from '../moderation/event.row.ts'

/** Decisions with an effect on a member. They never learn of the others. */
export function decisionsAbout(memberId: string) {
  return {
    memberId,
    kind: 'DECISION',
    action: { not: 'NONE' },
  } satisfies Prisma.ModerationEventWhereInput
}

/** A decision as its member sees it. */
export const withAppeal = {
  followUps: withReversal.followUps,
  appeal: true,
  reports: {
    select: { subjectType: true, snapshot: true },
    orderBy: { id: 'asc' },
    take: 1,
  },
} satisfies Prisma.ModerationEventInclude

export type DecisionRow = Omit<
  Prisma.ModerationEventGetPayload<{ include: typeof withAppeal }>,
  'moderatorId' | 'note'
>
