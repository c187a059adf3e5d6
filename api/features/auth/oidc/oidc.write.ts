import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import { AppError } from '#api/lib/errors.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { submitApplication } from '../../application/application.write.ts'
import { randomUsername } from '../common/random-username.ts'
import { insertUser } from '../creation/account.write.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { admit } from '../sign-up/admission.ts'
import { type Identity, OidcError } from './oidc.ts'

interface OidcAccount {
  /** UUID. */
  id: string
  needsUsername: boolean
}

/**
 * Finds the account of an identity, or creates one. Never links an existing account by its email,
 * which the provider may not have verified.
 * @param code the code of an invitation, if there is one
 * @returns null if the sign-up waits for a moderator
 * @throws OidcError `email` if the email is missing, `taken` if it belongs to another account
 * @throws AppError RATE_LIMITED, FORBIDDEN as `admit`
 */
export async function findOrCreateAccount(
  context: Context,
  identity: Identity,
  code: string | undefined,
): Promise<OidcAccount | null> {
  const existing = await findAccount(context, identity)
  if (existing) return existing
  const email = fields.newEmail.safeParse(identity.email).data
  if (!email) throw new OidcError('email')
  const { invitation, needsApproval } = await admit(context, code)
  if (needsApproval && (await isWaiting(context, identity))) return null
  // The result reveals taken emails, so it counts as a sign-up.
  await context.limits.consume('signUp', context.clientAddress)
  const person = newPerson(identity, email)
  try {
    if (needsApproval) {
      const { login, ...application } = person
      await submitApplication(context, { ...application, ...login, username: null })
      return null
    }
    const user = { ...person, username: randomUsername(), needsUsername: true }
    const account = await insertUser(context, user, { invitation })
    if (!identity.emailVerified) context.mail?.send(() => verificationMail(context, account))
    return { id: account.id, needsUsername: true }
  } catch (error) {
    const isEmailTaken = error instanceof AppError && error.field === 'email'
    if (!isEmailTaken && !violates(error, 'unique key')) throw error
    // A concurrent callback may have created it.
    if (needsApproval && (await isWaiting(context, identity))) return null
    const created = await findAccount(context, identity)
    if (created) return created
    throw new OidcError('taken')
  }
}

const select = { id: true, needsUsername: true } as const

async function findAccount(
  { database }: Context,
  { provider, subject }: Identity,
): Promise<OidcAccount | null> {
  const where = { providerId_accountId: { providerId: provider, accountId: subject } }
  return (await database.account.findUnique({ where, select: { user: { select } } }))?.user ?? null
}

async function isWaiting({ database }: Context, { provider, subject }: Identity): Promise<boolean> {
  const where = { providerId_subject: { providerId: provider, subject } }
  return (await database.application.findUnique({ where, select: { id: true } })) !== null
}

function newPerson(
  { provider, subject, emailVerified, displayName, username }: Identity,
  email: string,
) {
  return {
    displayName: toDisplayName(displayName) ?? toDisplayName(username) ?? 'New member',
    email,
    emailVerified,
    login: { providerId: provider, subject, password: null },
  }
}

/** The username at the provider, if it is valid here. */
export function suggestedUsername({ username }: Identity): string | undefined {
  return fields.username.safeParse(username).data
}

/** Cuts a name to the maximum length; undefined if it is not valid. */
function toDisplayName(name: string | undefined): string | undefined {
  const characters = [...new Intl.Segmenter().segment((name ?? '').slice(0, limits.textBytes))]
  const short = characters.slice(0, limits.displayNameLength).map(({ segment }) => segment)
  return fields.displayName.safeParse(short.join('')).data
}
