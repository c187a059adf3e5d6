import type { Services } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { nameText } from '../../user/user.write.ts'
import type { SignUp } from '../common/account-input.ts'
import { words } from '../common/messages.ts'
import { hashPassword, PASSWORD_PROVIDER } from '../common/password-hash.ts'
import { endResetLinks } from '../mail/mail-link.write.ts'

export interface NewAccount {
  /** The UUID. */
  id: string
  username: string
  displayName: string
  email: string
}

type Maker = Pick<Services, 'database' | 'ids'>

/**
 * Makes an account that can sign in with its password.
 * @throws AppError CONFLICT when the username or the email is somebody's; BAD_INPUT comes from `readSignUp` before
 */
export async function createAccount(maker: Maker, signUp: SignUp): Promise<NewAccount> {
  return makeAccount(maker, {
    ...signUp,
    hash: await hashPassword(signUp.password),
    emailVerified: false,
  })
}

interface Made extends Omit<SignUp, 'password'> {
  hash: string
  emailVerified: boolean
}

/** As `createAccount`, for a password that is hashed already. */
export async function makeAccount(
  { database, ids }: Maker,
  { name, username, email, hash, emailVerified }: Made,
): Promise<NewAccount> {
  const id = ids.next()
  try {
    return await database.user.create({
      data: {
        id,
        displayName: name,
        username,
        email,
        emailVerified,
        createdAt: timeOf(id),
        accounts: { create: { providerId: PASSWORD_PROVIDER, accountId: id, password: hash } },
        search: { create: nameText({ displayName: name, username }) },
      },
      select: { id: true, username: true, displayName: true, email: true },
    })
  } catch (error) {
    // Two may ask for the same name at once: the unique index decides, not a look beforehand.
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002')
      throw error
    if (await database.user.findUnique({ where: { email }, select: { id: true } }))
      throw new AppError('CONFLICT', words.emailTaken, { field: 'email' })
    throw new AppError('CONFLICT', accountMessages.usernameTaken, { field: 'username' })
  }
}

/** @throws AppError CONFLICT when the username is somebody's */
export async function refuseTakenUsername(
  { database }: Pick<Services, 'database'>,
  username: string,
): Promise<void> {
  if (await database.user.findUnique({ where: { username }, select: { id: true } }))
    throw new AppError('CONFLICT', accountMessages.usernameTaken, { field: 'username' })
}

/** Gives an account a new password and ends its sessions everywhere. An account without a password (a seeded one) gets none. */
export async function resetPassword(
  { database }: Pick<Services, 'database'>,
  userId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password)
  const [changed] = await database.$transaction([
    database.account.updateMany({
      where: { userId, providerId: PASSWORD_PROVIDER },
      data: { password: hash },
    }),
    database.session.deleteMany({ where: { userId } }),
    endResetLinks(database, userId),
  ])
  if (changed.count === 0) throw new AppError('NOT_FOUND', 'That account has no password.')
}

/** Shuts an account out, or lets it in again. Shut out, its sessions end at once. */
export async function setDisabled(
  { database }: Pick<Services, 'database'>,
  userId: string,
  disabled: boolean,
): Promise<void> {
  await database.$transaction([
    database.user.update({
      where: { id: userId },
      data: { disabledAt: disabled ? new Date() : null },
    }),
    database.session.deleteMany({ where: { userId } }),
  ])
}
