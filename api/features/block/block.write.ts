import { memberOf, requireExistingAccount } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import { lockUsers } from '../user/lock-users.ts'
import { userNotFound } from '../user/user.rules.ts'

/**
 * Mutes a user for the actor, or changes the end of an existing mute.
 * @param until null for a mute without an end
 * @throws AppError CONFLICT for too many mutes, NOT_FOUND for a deleted user
 */
export function mute(context: Context, mutedId: string, until: Date | null): Promise<void> {
  const { id: muterId } = memberOf(context)
  return withLockedPair(context, [muterId, mutedId], async (transaction) => {
    await transaction.mute.deleteMany({ where: { muterId, until: { lte: new Date() } } })
    const key = { muterId_mutedId: { muterId, mutedId } }
    const existing = await transaction.mute.findUnique({ where: key })
    if (!existing && (await transaction.mute.count({ where: { muterId } })) >= limits.mutes)
      throw new AppError('CONFLICT', 'MUTE_LIMIT', { field: 'userId' })
    await transaction.mute.upsert({
      where: key,
      create: { id: context.ids.next(), muterId, mutedId, until },
      update: { until },
    })
  })
}

export function unmute(context: Context, mutedId: string): Promise<void> {
  const { id: muterId } = memberOf(context, { mayBeSuspended: true })
  return withLockedPair(context, [muterId, mutedId], async (transaction) => {
    await transaction.mute.deleteMany({ where: { muterId, mutedId } })
  })
}

/**
 * Blocks a user for the actor. A trigger ends the follows between them.
 * @throws AppError CONFLICT for too many blocks, NOT_FOUND for a deleted user
 */
export function block(context: Context, blockedId: string): Promise<void> {
  const { id: blockerId } = memberOf(context)
  return withLockedPair(context, [blockerId, blockedId], async (transaction) => {
    const key = { blockerId_blockedId: { blockerId, blockedId } }
    if (await transaction.block.findUnique({ where: key })) return
    if ((await transaction.block.count({ where: { blockerId } })) >= limits.blocks)
      throw new AppError('CONFLICT', 'BLOCK_LIMIT', { field: 'userId' })
    await transaction.block.create({ data: { id: context.ids.next(), blockerId, blockedId } })
  })
}

export function unblock(context: Context, blockedId: string): Promise<void> {
  const { id: blockerId } = memberOf(context, { mayBeSuspended: true })
  return withLockedPair(context, [blockerId, blockedId], async (transaction) => {
    await transaction.block.deleteMany({ where: { blockerId, blockedId } })
  })
}

/** Changes a pair while both users are locked, because triggers update both. */
async function withLockedPair(
  context: Context,
  pair: readonly [actorId: string, otherId: string],
  change: (transaction: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  try {
    await context.database.$transaction(async (transaction) => {
      await lockUsers(transaction, pair)
      await change(transaction)
    })
  } catch (error) {
    if (!violates(error, 'foreign key')) throw error
    await requireExistingAccount(context, pair[0])
    throw userNotFound()
  }
}
