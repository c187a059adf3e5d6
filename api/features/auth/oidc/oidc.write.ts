import { randomBytes } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { timeOf } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { nameText } from '../../user/user.write.ts'
import { newEmail } from '../common/account-input.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { type Identity, OidcProblem } from './oidc.ts'

/** An account as it is found by its provider. */
interface OidcAccount {
  /** The UUID. */
  id: string
  needsUsername: boolean
}

/**
 * The account of whom the provider sent, made where there is none. Nobody gets into an account that was made in another way: an
 * address that the provider tells is no proof for the one who has the account.
 * @throws OidcProblem when the address is missing or another account's; AppError RATE_LIMITED
 */
export async function accountFor(context: Context, identity: Identity): Promise<OidcAccount> {
  const known = await find(context, identity)
  if (known) return known
  const email = newEmail.safeParse(identity.email).data
  if (!email) throw new OidcProblem('email')
  // That an address is taken is told here, so trying one is counted as signing up.
  await context.limits.consume('signUp', context.clientAddress)
  try {
    const account = await create(context, identity, email)
    if (!identity.emailVerified) context.mail?.send(() => verificationMail(context, account))
    return account
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002')
      throw error
    // Two windows at once: the other was first.
    const made = await find(context, identity)
    if (made) return made
    throw new OidcProblem('taken')
  }
}

const select = { id: true, username: true, email: true, needsUsername: true } as const

async function find(
  { database }: Context,
  { provider, subject }: Identity,
): Promise<OidcAccount | null> {
  const where = { providerId_accountId: { providerId: provider, accountId: subject } }
  return (await database.account.findUnique({ where, select: { user: { select } } }))?.user ?? null
}

function create(
  { database, ids }: Context,
  { provider, subject, emailVerified, ...told }: Identity,
  email: string,
) {
  const id = ids.next()
  const displayName =
    displayNameFrom(told.displayName) ?? displayNameFrom(told.username) ?? 'New member'
  // Nobody's choice, and in nobody's way: it is seen until they choose one.
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

/** The username that somebody has elsewhere, where it could be one here: for them to choose or not. */
export function usernameFrom({ username }: Identity): string | undefined {
  return fields.username.safeParse(username).data
}

/** A name of elsewhere as one that is allowed here, cut where it is too long. */
function displayNameFrom(name: string | undefined): string | undefined {
  const characters = [...new Intl.Segmenter().segment((name ?? '').slice(0, limits.textBytes))]
  const short = characters.slice(0, limits.displayNameLength).map(({ segment }) => segment)
  return fields.displayName.safeParse(short.join('')).data
}
