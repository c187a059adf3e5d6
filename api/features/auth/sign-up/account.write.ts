import type { Services } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { nameText } from '../../user/user.write.ts'
import { accountErrors } from '../common/account-errors.ts'
import type { SignUp } from '../common/account-input.ts'
import { hashPassword, PASSWORD_PROVIDER } from '../common/password-hash.ts'
import { deleteResetLinks } from '../mail/mail-link.write.ts'

export interface NewAccount {
  /** UUID. */
  id: string
  username: string
  displayName: string
  email: string
}

type Needs = Pick<Services, 'database' | 'ids'>

/**
 * Creates an account that signs in with its password.
 * @param signUp as validated by `readSignUp`
 * @throws AppError CONFLICT if the username or the email is taken
 */
export async function createAccount(services: Needs, signUp: SignUp): Promise<NewAccount> {
  return insertAccount(services, {
    ...signUp,
    hash: await hashPassword(signUp.password),
    emailVerified: false,
  })
}

interface AccountData extends Omit<SignUp, 'password'> {
  hash: string
  emailVerified: boolean
}

/** @throws AppError CONFLICT if the username or the email is taken */
export async function insertAccount(
  { database, ids }: Needs,
  { name, username, email, hash, emailVerified }: AccountData,
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
    // The unique indexes resolve races between concurrent sign-ups.
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002')
      throw error
    if (await database.user.findUnique({ where: { email }, select: { id: true } }))
      throw new AppError('CONFLICT', accountErrors.emailTaken, { field: 'email' })
    throw new AppError('CONFLICT', accountMessages.usernameTaken, { field: 'username' })
  }
}

/** @throws AppError CONFLICT if the username is taken */
export async function requireFreeUsername(
  { database }: Pick<Services, 'database'>,
  username: string,
): Promise<void> {
  if (await database.user.findUnique({ where: { username }, select: { id: true } }))
    throw new AppError('CONFLICT', accountMessages.usernameTaken, { field: 'username' })
}

/**
 * Sets a new password and ends all sessions.
 * @throws AppError NOT_FOUND if the account has no password, like a seeded one
 */
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
    deleteResetLinks(database, userId),
  ])
  if (changed.count === 0) throw new AppError('NOT_FOUND', 'That account has no password.')
}

/** Disables or enables an account, and ends its sessions. */
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
