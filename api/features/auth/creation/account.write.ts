import type { Services } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Role } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import { endApiTokens } from '../../api-token/api-token.write.ts'
import type { UsableInvitation } from '../../invitation/invitation.read.ts'
import { claimInvitation, followInvited } from '../../invitation/invitation.write.ts'
import { nameText } from '../../user/user.write.ts'
import { restartAttempts } from '../../webhook/delivery.write.ts'
import type { SignUp } from '../common/account-input.ts'
import { hashPassword, PASSWORD_PROVIDER } from '../common/password-hash.ts'
import { lockAccount } from '../password/login-methods.ts'
import { endOtherAccess } from '../password/other-access.ts'
import { endOtherSessions } from '../session/session-list.ts'

export interface NewAccount {
  /** UUID. */
  id: string
  username: string
  displayName: string
  email: string
}

type Needs = Pick<Services, 'database' | 'ids'>

/** How a new account signs in. */
export interface NewLogin {
  /** As in `Account`. */
  providerId: string
  /** The subject at a provider; null for a password. */
  subject: string | null
  /** A hash; null for a provider. */
  password: string | null
}

export interface NewUser extends Omit<NewAccount, 'id'> {
  emailVerified: boolean
  needsUsername: boolean
  login: NewLogin
}

interface InsertOptions {
  invitation?: UsableInvitation | null
  /** Runs in the transaction that creates the account, which has this id. */
  claim?: (transaction: Prisma.TransactionClient, userId: string) => Promise<void>
}

/**
 * Creates an account. It uses its invitation, and takes the place of an application with its email
 * or identity.
 * @throws AppError FORBIDDEN if the invitation was used up, revoked or expired meanwhile
 * @throws Prisma's error P2002 if the username, the email or the identity is taken
 */
export async function insertUser(
  { database, ids }: Needs,
  { login: { providerId, subject, password }, ...user }: NewUser,
  { invitation, claim }: InsertOptions = {},
): Promise<NewAccount> {
  const id = ids.next()
  const account = await database.$transaction(async (transaction) => {
    const created = await transaction.user.create({
      data: {
        ...user,
        id,
        createdAt: timeOf(id),
        accounts: { create: { providerId, accountId: subject ?? id, password } },
        search: { create: nameText(user) },
      },
      select: { id: true, username: true, displayName: true, email: true },
    })
    await claim?.(transaction, id)
    if (invitation) await claimInvitation(transaction, invitation.id, id)
    await transaction.application.deleteMany({
      where: { OR: [{ email: user.email }, ...(subject ? [{ providerId, subject }] : [])] },
    })
    return created
  })
  if (invitation) await followInvited({ database, ids }, id, invitation)
  return account
}

/**
 * Creates an account that signs in with its password.
 * @param signUp as validated by `readSignUp`
 * @throws AppError CONFLICT if the username or the email is taken, FORBIDDEN as `insertUser`
 */
export async function createAccount(
  services: Needs,
  { password, ...signUp }: SignUp,
  invitation: UsableInvitation | null = null,
): Promise<NewAccount> {
  const hash = await hashPassword(password)
  return insertAccount(services, { ...signUp, hash, emailVerified: false }, invitation)
}

/** A sign-up whose password is hashed. */
export interface HashedSignUp extends Omit<SignUp, 'password'> {
  hash: string
  emailVerified: boolean
}

/** @throws AppError as `createAccount` */
export async function insertAccount(
  services: Needs,
  { name, username, email, hash, emailVerified }: HashedSignUp,
  invitation: UsableInvitation | null,
): Promise<NewAccount> {
  const login = { providerId: PASSWORD_PROVIDER, subject: null, password: hash }
  const user = { displayName: name, username, email, emailVerified, needsUsername: false, login }
  try {
    return await insertUser(services, user, { invitation })
  } catch (error) {
    // The unique indexes resolve races between concurrent sign-ups.
    if (!violates(error, 'unique key')) throw error
    throw await takenError(services, email)
  }
}

/** Says which of an email and a username belongs to an account. */
async function takenError({ database }: Pick<Needs, 'database'>, email: string): Promise<AppError> {
  return (await database.user.findUnique({ where: { email }, select: { id: true } }))
    ? emailTaken()
    : usernameTaken()
}

export const emailTaken = () => new AppError('CONFLICT', 'EMAIL_TAKEN', { field: 'email' })
export const usernameTaken = () => new AppError('CONFLICT', 'USERNAME_TAKEN', { field: 'username' })

/** @throws AppError CONFLICT if the username is taken */
export async function requireFreeUsername(
  { database }: Pick<Services, 'database'>,
  username: string,
): Promise<void> {
  if (await database.user.findUnique({ where: { username }, select: { id: true } }))
    throw usernameTaken()
}

/**
 * Sets a new password, and ends all access to the account.
 * @throws AppError NOT_FOUND if the account has no password, like a seeded one
 */
export async function resetPassword(
  { database }: Pick<Services, 'database'>,
  userId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password)
  await database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const { count } = await transaction.account.updateMany({
      where: { userId, providerId: PASSWORD_PROVIDER },
      data: { password: hash },
    })
    if (count === 0) throw new AppError('NOT_FOUND', 'PASSWORD_MISSING')
    await endOtherAccess(transaction, { userId, token: null })
  })
}

/**
 * Disables or enables an account, and ends its sessions and API tokens: a sign-in may have finished
 * just after it was disabled. To enable an account that is not disabled changes nothing.
 */
export async function setDisabled(
  { database }: Pick<Services, 'database'>,
  userId: string,
  disabled: boolean,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.user.updateMany({
      where: { id: userId, ...(!disabled && { disabledAt: { not: null } }) },
      data: { disabledAt: disabled ? new Date() : null },
    })
    if (count === 0) return
    await endOtherSessions(transaction, userId, null)
    await endApiTokens(transaction, userId)
    if (!disabled) await restartAttempts(transaction, { ownerId: userId })
  })
}

export async function setRole(
  { database }: Pick<Services, 'database'>,
  userId: string,
  role: Role,
): Promise<void> {
  await database.user.update({ where: { id: userId }, data: { role } })
}
