import { hash, randomBytes } from 'node:crypto'
import type { Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { adminLinkPath } from '#rules/paths.ts'

type Needs = Pick<Services, 'database'>

const TTL_MS = 60 * 60 * 1000
const TOKEN_BYTES = 32

/**
 * Creates a link that makes an account an administrator, once, for an hour. Only the hash of its
 * token is stored.
 * @returns its URL
 */
export async function createAdminLink({
  database,
  settings,
}: Needs & Pick<Services, 'settings'>): Promise<string> {
  // Hexadecimal, because the way through the sign-in page loses the case of paths.
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const expiresAt = new Date(Date.now() + TTL_MS)
  await database.verification.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  await database.verification.create({
    data: { identifier: identifierOf(token), value: 'administrator', expiresAt },
  })
  return settings.publicUrl + adminLinkPath(token)
}

/**
 * Uses a link: makes the account an administrator.
 * @throws AppError BAD_INPUT if the link is invalid, used or expired
 */
export async function redeemAdminLink(
  { database }: Needs,
  token: string,
  userId: string,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    // Only one of several concurrent calls deletes the row.
    const { count } = await transaction.verification.deleteMany({
      where: { identifier: identifierOf(token), expiresAt: { gt: new Date() } },
    })
    if (count === 0) throw new AppError('BAD_INPUT', 'ADMIN_LINK_INVALID', { field: 'token' })
    await transaction.user.update({ where: { id: userId }, data: { role: 'ADMIN' } })
  })
}

function identifierOf(token: string): string {
  return `admin-link:${hash('sha256', token, 'hex')}`
}
