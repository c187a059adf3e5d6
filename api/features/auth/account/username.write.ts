import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { nameText } from '../../user/user.write.ts'
import { words } from '../common/messages.ts'

/**
 * Gives an account that came by way of another provider the username that its owner chose, once.
 * @param username checked by rules/fields.ts
 * @throws AppError CONFLICT when the username is somebody's, FORBIDDEN when the account has one
 */
export async function chooseUsername(
  { database }: Context,
  userId: string,
  username: string,
): Promise<void> {
  const { displayName } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { displayName: true },
  })
  const text = nameText({ displayName, username })
  try {
    await database.user.update({
      where: { id: userId, needsUsername: true },
      data: { username, needsUsername: false, search: { upsert: { create: text, update: text } } },
      select: { id: true },
    })
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError)) throw error
    if (error.code === 'P2002')
      throw new AppError('CONFLICT', accountMessages.usernameTaken, { field: 'username' })
    if (error.code === 'P2025')
      throw new AppError('FORBIDDEN', words.usernameChosen, { field: 'username' })
    throw error
  }
}
