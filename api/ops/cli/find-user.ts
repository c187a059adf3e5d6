import type { CoreServices } from '#api/context.ts'
import { parseIdentifier, whereIdentifier } from '#api/features/auth/common/account-input.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

export const USER_HELP = 'username, email or id'

/** @throws OperatorError if there is no such account */
export async function findUser(
  { database }: Pick<CoreServices, 'database'>,
  who: string,
): Promise<{ id: string; username: string; disabledAt: Date | null }> {
  const id = fromPublicId(who)
  const user = await database.user.findUnique({
    where: id?.type === 'User' ? { id: id.uuid } : whereIdentifier(parseIdentifier(who)),
    select: { id: true, username: true, disabledAt: true },
  })
  if (!user) throw new OperatorError(`There is no account "${who}".`)
  return user
}
