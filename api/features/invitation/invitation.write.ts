import type { Services } from '#api/context.ts'
import type { Invitation, Prisma } from '#api/database/generated/prisma/client.ts'
import { followWrites } from '../follow/follow.write.ts'
import type { UsableInvitation } from './invitation.read.ts'
import { invitationInvalid, invitationNotFound, newCode } from './invitation.rules.ts'

interface NewInvitation {
  /** UUID; null for the operator. */
  inviterId: string | null
  maxUses: number
  expiresAt: Date
  /** UUIDs. */
  followIds: readonly string[]
}

type Needs = Pick<Services, 'database' | 'ids'>

export function createInvitation(
  { database, ids }: Needs,
  { followIds, ...invitation }: NewInvitation,
): Promise<Invitation> {
  const follows = { create: [...new Set(followIds)].map((userId) => ({ userId })) }
  return database.invitation.create({
    data: { id: ids.next(), code: newCode(), ...invitation, follows },
  })
}

/**
 * Counts a use of an invitation by a new account, in the transaction that creates it.
 * @throws AppError FORBIDDEN if it was used up, revoked or expired meanwhile
 */
export async function claimInvitation(
  transaction: Prisma.TransactionClient,
  invitationId: string,
  userId: string,
): Promise<void> {
  // SQL: checks the conditions again after waiting for a concurrent use.
  const count = await transaction.$executeRaw`
    UPDATE "Invitation" SET "uses" = "uses" + 1
    WHERE "id" = ${invitationId}::uuid AND "revokedAt" IS NULL AND "expiresAt" > now()
      AND "uses" < "maxUses"`
  if (count === 0) throw invitationInvalid()
  await transaction.invitee.create({ data: { userId, invitationId } })
}

/** Has a new account follow the people whom its invitation names. Consumes no limit. */
export async function followInvited(
  { database, ids }: Needs,
  followerId: string,
  { followIds }: Pick<UsableInvitation, 'followIds'>,
): Promise<void> {
  const { follow } = followWrites(database)
  await Promise.all(
    followIds.map((followeeId) => follow({ id: ids.next(), followerId, followeeId })),
  )
}

/**
 * Revokes an invitation. Idempotent.
 * @param inviterId null for an invitation of anyone
 * @throws AppError NOT_FOUND
 */
export async function revokeInvitation(
  { database }: Pick<Services, 'database'>,
  id: string,
  inviterId: string | null,
): Promise<Invitation> {
  const where = { id, ...(inviterId !== null && { inviterId }) }
  await database.invitation.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  const invitation = await database.invitation.findFirst({ where })
  if (!invitation) throw invitationNotFound()
  return invitation
}
