import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { takesBack } from '../report/report.row.ts'

export const withReversal = {
  followUps: { where: takesBack, select: { id: true }, take: 1 },
  reports: { select: { reporterId: true } },
} satisfies Prisma.ModerationEventInclude

/** An entry of the moderation log. */
export type EventRow = Prisma.ModerationEventGetPayload<{ include: typeof withReversal }>
