import type { Context, Services } from '#api/context.ts'
import type { ApiToken, Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import type { TokenScope } from '#rules/token-scopes.ts'
import { lockSession } from '../user/lock-session.ts'
import { tokenNotFound } from './api-token.rules.ts'
import { hashOf, newSecret } from './secret.ts'

interface NewToken {
  userId: string
  name: string
  scopes: readonly TokenScope[]
  /** Null: until it is revoked. */
  expiresAt: Date | null
}

/**
 * Creates a token. Only its hash is stored, so nobody can read the secret again.
 * @throws AppError CONFLICT when the account has the most tokens already, UNAUTHENTICATED when the
 * session ended meanwhile
 */
export async function createApiToken(
  { database, ids, sessionToken = null }: Pick<Context, 'database' | 'ids' | 'sessionToken'>,
  { scopes, ...token }: NewToken,
): Promise<{ apiToken: ApiToken; secret: string }> {
  const { userId } = token
  const secret = newSecret()
  const hash = hashOf(secret) as string
  const apiToken = await database.$transaction(async (transaction) => {
    await lockSession(transaction, { userId, token: sessionToken })
    if ((await transaction.apiToken.count({ where: { userId } })) >= limits.apiTokens)
      throw new AppError('CONFLICT', 'TOO_MANY_TOKENS')
    const data = { id: ids.next(), ...token, hash, scopes: [...scopes] }
    return transaction.apiToken.create({ data })
  })
  return { apiToken, secret }
}

/**
 * @param id a UUID
 * @returns the token that no longer exists
 * @throws AppError NOT_FOUND if the account has no such token
 */
export async function revokeApiToken(
  { database }: Pick<Services, 'database'>,
  userId: string,
  id: string,
): Promise<ApiToken> {
  const where = { id, userId }
  const apiToken = await database.apiToken.findFirst({ where })
  if (!apiToken || (await database.apiToken.deleteMany({ where })).count === 0)
    throw tokenNotFound()
  return apiToken
}

/** Ends all tokens of an account. Also works in a transaction. */
export function endApiTokens(
  database: Pick<Prisma.TransactionClient, 'apiToken'>,
  userId: string,
): Prisma.PrismaPromise<Prisma.BatchPayload> {
  return database.apiToken.deleteMany({ where: { userId } })
}
