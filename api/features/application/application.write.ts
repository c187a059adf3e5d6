import type { Context, Services } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import type { Application } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { PASSWORD_PROVIDER } from '../auth/common/password-hash.ts'
import { randomUsername } from '../auth/common/random-username.ts'
import {
  emailTaken,
  type HashedSignUp,
  insertUser,
  type NewLogin,
  usernameTaken,
} from '../auth/creation/account.write.ts'
import { decisionMail } from '../auth/mail/account-mails.ts'
import { applicationNotFound } from './application.rules.ts'

interface NewApplication extends NewLogin {
  displayName: string
  /** Null for a sign-up with a provider. */
  username: string | null
  email: string
  emailVerified: boolean
}

/** The application for an account with a password. */
export function applicationOf({ name, hash, ...signUp }: HashedSignUp): NewApplication {
  const { username, email, emailVerified } = signUp
  const login = { providerId: PASSWORD_PROVIDER, subject: null, password: hash }
  return { displayName: name, username, email, emailVerified, ...login }
}

interface SubmitOptions {
  /** Whether it takes the place of an earlier one with its email, which is known to be theirs. */
  replaces?: boolean
}

/**
 * Stores a sign-up that a moderator decides about.
 * @throws AppError CONFLICT if the username or the email belongs to an account or an application
 */
export async function submitApplication(
  { database, ids }: Pick<Services, 'database' | 'ids'>,
  application: NewApplication,
  { replaces = false }: SubmitOptions = {},
): Promise<void> {
  const { username, email } = application
  const users = await database.user.findMany({
    where: { OR: [{ email }, ...(username === null ? [] : [{ username }])] },
    select: { email: true },
  })
  if (users.some((user) => user.email === email)) throw emailTaken()
  if (users.length > 0) throw usernameTaken()
  try {
    await database.$transaction([
      ...(replaces ? [database.application.deleteMany({ where: { email } })] : []),
      database.application.create({ data: { id: ids.next(), ...application } }),
    ])
  } catch (error) {
    if (!violates(error, 'unique key')) throw error
    throw (await database.application.count({ where: { email } })) > 0
      ? new AppError('CONFLICT', 'EMAIL_AWAITS_APPROVAL', { field: 'email' })
      : usernameTaken()
  }
}

interface Act {
  moderatorId: string
  note: string | null
}

/**
 * Creates the account of an application, and emails the applicant. If the username was taken
 * meanwhile, the account chooses another one later.
 * @throws AppError NOT_FOUND if another moderator has decided, CONFLICT if there is an account with
 * the email or the identity
 */
export async function approveApplication(
  context: Context,
  id: string,
  act: Act,
): Promise<Application> {
  const { database } = context
  const application = await database.application.findUnique({ where: { id } })
  if (!application) throw applicationNotFound()
  const { username } = application
  const isTakenNow = async () =>
    username === null ||
    (await database.user.findUnique({ where: { username }, select: { id: true } })) !== null
  const create = (name: string | null) => createAccount(context, application, name, act)
  try {
    await create((await isTakenNow()) ? null : username)
  } catch (error) {
    if (!violates(error, 'unique key')) throw error
    // Someone signed up with the username at the same moment.
    if (username === null || !(await isTakenNow())) throw await refusal(database, id)
    await create(null).catch(async (again: unknown) => {
      throw violates(again, 'unique key') ? await refusal(database, id) : again
    })
  }
  context.mail?.send(async () => decisionMail(context, 'approved', application))
  return application
}

/** The applicant has an account. If the application is gone, another moderator created it. */
async function refusal({ application }: Context['database'], id: string): Promise<AppError> {
  return (await application.count({ where: { id } })) === 0
    ? applicationNotFound()
    : new AppError('CONFLICT', 'APPLICANT_EXISTS', { field: 'userId' })
}

/**
 * @param username null for a random one
 * @throws Prisma's error P2002 if the username, the email or the identity is taken
 */
async function createAccount(
  context: Context,
  { id, displayName, email, emailVerified, providerId, subject, password }: Application,
  username: string | null,
  act: Act,
): Promise<void> {
  const user = {
    displayName,
    username: username ?? randomUsername(),
    needsUsername: username === null,
    email,
    emailVerified,
    login: { providerId, subject, password },
  }
  await insertUser(context, user, {
    async claim(transaction, memberId) {
      // Only one of several concurrent decisions deletes the row.
      const { count } = await transaction.application.deleteMany({ where: { id } })
      if (count === 0) throw applicationNotFound()
      await transaction.moderationEvent.create({
        data: { id: context.ids.next(), kind: 'APPLICATION_APPROVED', memberId, ...act },
      })
    },
  })
}

/**
 * Deletes an application, and emails the applicant.
 * @throws AppError NOT_FOUND if another moderator has decided
 */
export async function declineApplication(
  context: Context,
  id: string,
  act: Act,
): Promise<Application> {
  const { database, ids, mail } = context
  const application = await database.$transaction(async (transaction) => {
    const found = await transaction.application.findUnique({ where: { id } })
    const { count } = await transaction.application.deleteMany({ where: { id } })
    if (!found || count === 0) throw applicationNotFound()
    // Nothing of the applicant is kept.
    await transaction.moderationEvent.create({
      data: { id: ids.next(), kind: 'APPLICATION_DECLINED', ...act },
    })
    return found
  })
  mail?.send(async () => decisionMail(context, 'declined', application))
  return application
}
