import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** What takes a decision back. */
export const takesBack = {
  OR: [{ kind: 'REVERSAL' }, { outcome: 'REVERSED' }],
} satisfies Prisma.ModerationEventWhereInput

/** Includes what took a decision back, if anything. */
export const reversal = {
  followUps: { where: takesBack, select: { id: true }, take: 1 },
} satisfies Prisma.ModerationEventInclude

/** The parts of a decision that its reporter may know. */
const outcome = {
  id: true,
  action: true,
  ruleId: true,
  ruleTitle: true,
  ruleText: true,
  ...reversal,
} satisfies Prisma.ModerationEventSelect

export const withOutcome = { decision: { select: outcome } } satisfies Prisma.ReportInclude

export type ReportRow = Prisma.ReportGetPayload<{ include: typeof withOutcome }>
