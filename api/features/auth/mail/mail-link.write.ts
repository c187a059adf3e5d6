import { hash, randomBytes } from 'node:crypto'
import type { Services } from '#api/context.ts'
import type { MailLink, MailPurpose, Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { mailLinkPath } from '#rules/mail-link.ts'
import { lockUsers } from '../../user/lock-users.ts'

type Transaction = Prisma.TransactionClient

const HOUR_MS = 60 * 60 * 1000
const TTL_MS = {
  VERIFY_EMAIL: 24 * HOUR_MS,
  CHANGE_EMAIL: 24 * HOUR_MS,
  RESET_PASSWORD: HOUR_MS,
}
const TOKEN_BYTES = 32

/**
 * Creates a link. Earlier ones stay valid, because emails can arrive late.
 * @returns its path
 */
export async function createLink(
  { database }: Pick<Services, 'database'>,
  purpose: MailPurpose,
  { id: userId, email }: { id: string; email: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = Date.now()
  await database.$transaction([
    database.mailLink.deleteMany({ where: { expiresAt: { lt: new Date(now) } } }),
    database.mailLink.create({
      data: {
        hash: hashToken(token),
        userId,
        purpose,
        email,
        expiresAt: new Date(now + TTL_MS[purpose]),
      },
    }),
  ])
  return mailLinkPath(purpose, token)
}

export async function isValidLink(
  { database }: Pick<Services, 'database'>,
  purpose: MailPurpose,
  token: string,
): Promise<boolean> {
  return (await database.mailLink.count({ where: validLink(purpose, token) })) > 0
}

/**
 * Deletes a link; only one of several concurrent calls succeeds.
 * @throws AppError BAD_INPUT if the link is invalid, used or expired
 */
export async function consumeLink(
  transaction: Transaction,
  purposes: MailPurpose | readonly MailPurpose[],
  token: string,
): Promise<MailLink> {
  const where = validLink(purposes, token)
  const link = await transaction.mailLink.findFirst({ where })
  // Other links of the account are deleted with it, and their requests would wait for each other.
  if (link) await lockUsers(transaction, [link.userId])
  const { count } = await transaction.mailLink.deleteMany({ where })
  if (!link || count === 0) throw linkInvalid()
  return link
}

/**
 * Invalidates the links that could take an account over: for a new password, and for a new address.
 * Also works in a transaction.
 */
export function deleteAccountLinks(database: Pick<Transaction, 'mailLink'>, userId: string) {
  return database.mailLink.deleteMany({
    where: { userId, purpose: { in: ['RESET_PASSWORD', 'CHANGE_EMAIL'] } },
  })
}

/** @returns false if the account's address has changed since the email */
export async function markVerified(
  database: Transaction,
  { userId, email }: MailLink,
): Promise<boolean> {
  const { count } = await database.user.updateMany({
    where: { id: userId, email },
    data: { emailVerified: true },
  })
  return count > 0
}

function validLink(
  purposes: MailPurpose | readonly MailPurpose[],
  token: string,
): Prisma.MailLinkWhereInput {
  return {
    hash: hashToken(token),
    purpose: { in: [purposes].flat() },
    expiresAt: { gt: new Date() },
    user: { disabledAt: null },
  }
}

export const linkInvalid = () => new AppError('BAD_INPUT', 'LINK_INVALID')

function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
