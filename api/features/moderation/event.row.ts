import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { reversal } from '../report/report.row.ts'

/** What the type ModerationEvent reads beside the event itself. */
export const withReversal = {
  ...reversal,
  reports: { select: { reporterId: true } },
  appeal: true,
} satisfies Prisma.ModerationEventInclude

/** An entry of the moderation log. */
export type EventRow = Prisma.ModerationEventGetPayload<{ include: typeof withReversal }>

/** Decisions with an effect on their member, who never learns of the others. */
export const aboutMember = {
  kind: 'DECISION',
  action: { not: 'NONE' },
} satisfies Prisma.ModerationEventWhereInput
