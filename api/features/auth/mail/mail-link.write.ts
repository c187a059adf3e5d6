import { createHash, randomBytes } from 'node:crypto'
import type { Services } from '#api/context.ts'
import type { MailLink, Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { mailLinkPath } from '#rules/mail-link.ts'
import { words } from '../common/messages.ts'

type Purpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD'
type Transaction = Prisma.TransactionClient

const HOUR = 60 * 60 * 1000
const LIFETIME = { VERIFY_EMAIL: 24 * HOUR, RESET_PASSWORD: HOUR }
/** Bytes: nobody guesses one. */
const TOKEN_LENGTH = 32

/**
 * A new link for somebody's mail. Those mailed before still work: a mail may be late.
 * @returns its address
 */
export async function createLink(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  purpose: Purpose,
  { id: userId, email }: { id: string; email: string },
): Promise<string> {
  const token = randomBytes(TOKEN_LENGTH).toString('base64url')
  const now = Date.now()
  await database.$transaction([
    database.mailLink.deleteMany({ where: { expiresAt: { lt: new Date(now) } } }),
    database.mailLink.create({
      data: {
        hash: hashOf(token),
        userId,
        purpose,
        email,
        expiresAt: new Date(now + LIFETIME[purpose]),
      },
    }),
  ])
  return settings.publicUrl + mailLinkPath(purpose, token)
}

/**
 * Notes that whoever has a link reads the mails of its account.
 * @throws AppError BAD_INPUT when it was used, ran out or never was, or the account has another address by now
 */
export async function verifyEmail(
  { database }: Pick<Services, 'database'>,
  token: string,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const link = await takeLink(transaction, 'VERIFY_EMAIL', token)
    if (!(await markVerified(transaction, link))) throw linkGone()
  })
}

/** Whether a link can be followed still. */
export async function isLink(
  { database }: Pick<Services, 'database'>,
  purpose: Purpose,
  token: string,
): Promise<boolean> {
  return (await database.mailLink.count({ where: thatWorks(purpose, token) })) > 0
}

/**
 * Uses a link up: of two who follow it at once, one is first.
 * @throws AppError BAD_INPUT when it was used, ran out or never was
 */
export async function takeLink(
  transaction: Transaction,
  purpose: Purpose,
  token: string,
): Promise<MailLink> {
  const where = thatWorks(purpose, token)
  const link = await transaction.mailLink.findFirst({ where })
  const { count } = await transaction.mailLink.deleteMany({ where })
  if (!link || count === 0) throw linkGone()
  return link
}

/** What makes the links useless with which a password could be chosen: to be awaited, alone or in a transaction. */
export function endResetLinks(database: Pick<Transaction, 'mailLink'>, userId: string) {
  return database.mailLink.deleteMany({ where: { userId, purpose: 'RESET_PASSWORD' } })
}

/** Notes that a link reached its address. @returns false when the account has another address by now */
export async function markVerified(
  database: Transaction,
  { userId, email }: MailLink,
): Promise<boolean> {
  return (
    (
      await database.user.updateMany({
        where: { id: userId, email },
        data: { emailVerified: true },
      })
    ).count > 0
  )
}

/** A link by its token, as long as it works. */
function thatWorks(purpose: Purpose, token: string): Prisma.MailLinkWhereInput {
  return { hash: hashOf(token), purpose, expiresAt: { gt: new Date() }, user: { disabledAt: null } }
}

export const linkGone = () => new AppError('BAD_INPUT', words.linkGone)

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
