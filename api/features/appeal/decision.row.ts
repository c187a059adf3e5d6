import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** Decisions with an effect on a member. They never learn of the others. */
export function decisionsAbout(memberId: string) {
  return {
    memberId,
    kind: 'DECISION',
    action: { not: 'NONE' },
  } satisfies Prisma.ModerationEventWhereInput
}
