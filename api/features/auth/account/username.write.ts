import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import { hasCode } from '#api/database/error-chain.ts'
import { AppError } from '#api/lib/errors.ts'
import { nameSearch } from '../../user/user.write.ts'
import { usernameTaken } from '../creation/account.write.ts'

/**
 * Sets the first username of an account that was created by signing in with a provider.
 * @param username validated by `readUsername`
 * @throws AppError CONFLICT if it is taken, FORBIDDEN if the account already has one
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
  try {
    await database.user.update({
      where: { id: userId, needsUsername: true },
      data: { username, needsUsername: false, search: nameSearch({ displayName, username }) },
      select: { id: true },
    })
  } catch (error) {
    if (violates(error, 'unique key')) throw usernameTaken()
    if (hasCode(error, ['P2025']))
      throw new AppError('FORBIDDEN', 'USERNAME_CHOSEN', { field: 'username' })
    throw error
  }
}
