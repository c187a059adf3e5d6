import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { takesBack } from '../report/report.row.ts'

/** What the type ModerationEvent reads beside the event itself. */
export const withReversal = {
  followUps: { where: takesBack, select: { id: true }, take: 1 },
  reports: { select: { reporterId: true } },
  appeal: true,
} satisfies Prisma.ModerationEventInclude

/** An entry of the moderation log. */
export type EventRow = Prisma.ModerationEventGetPayload<{ include: typeof withReversal }>
