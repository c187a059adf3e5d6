import { randomBytes } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { timeOf } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { nameText } from '../../user/user.write.ts'
import { newEmail } from '../common/account-input.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { type Identity, OidcError } from './oidc.ts'

interface OidcAccount {
  /** UUID. */
  id: string
  needsUsername: boolean
}

/**
 * Finds the account of an identity, or creates one. Never links an existing account by its email,
 * which the provider may not have verified.
 * @throws OidcError `email` if the email is missing, `taken` if it belongs to another account
 * @throws AppError RATE_LIMITED
 */
export async function findOrCreateAccount(
  context: Context,
  identity: Identity,
): Promise<OidcAccount> {
  const existing = await findAccount(context, identity)
  if (existing) return existing
  const email = newEmail.safeParse(identity.email).data
  if (!email) throw new OidcError('email')
  // The result reveals taken emails, so it counts as a sign-up.
  await context.limits.consume('signUp', context.clientAddress)
  try {
    const account = await createAccount(context, identity, email)
    if (!identity.emailVerified) context.mail?.send(() => verificationMail(context, account))
    return account
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002')
      throw error
    // A concurrent callback may have created it.
    const created = await findAccount(context, identity)
    if (created) return created
    throw new OidcError('taken')
  }
}

const select = { id: true, username: true, email: true, needsUsername: true } as const

async function findAccount(
  { database }: Context,
  { provider, subject }: Identity,
): Promise<OidcAccount | null> {
  const where = { providerId_accountId: { providerId: provider, accountId: subject } }
  return (await database.account.findUnique({ where, select: { user: { select } } }))?.user ?? null
}

function createAccount({ database, ids }: Context, identity: Identity, email: string) {
  const { provider, subject, emailVerified } = identity
  const id = ids.next()
  const displayName =
    toDisplayName(identity.displayName) ?? toDisplayName(identity.username) ?? 'New member'
  // Random, until the member chooses one.
  const username = `member_${randomBytes(8).toString('hex')}`
  return database.user.create({
    data: {
      id,
      displayName,
      username,
      needsUsername: true,
      email,
      emailVerified,
      createdAt: timeOf(id),
      accounts: { create: { providerId: provider, accountId: subject } },
      search: { create: nameText({ displayName, username }) },
    },
    select,
  })
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
