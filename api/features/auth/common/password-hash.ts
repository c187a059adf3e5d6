import { availableParallelism } from 'node:os'
import * as scrypt from 'better-auth/crypto'
import pLimit from 'p-limit'
import { AppError } from '#api/lib/errors.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { limits } from '#rules/limits.ts'

// One hash takes 32 MB and some 60 ms of a core (scrypt, N 16384, r 16). Node has four threads for such work; one stays
// free for everything else that needs them. When 50 wait, a person would give up.
const limit = pLimit(Math.max(1, Math.min(3, availableParallelism() - 1)))
const MAX_WAITING = 50

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new AppError(
      'RATE_LIMITED',
      'Many people are signing in right now. Please try again in a moment.',
      { retryAfter: 5 },
    )
  return limit(work)
}

/**
 * The hash that is kept of a password: memory-hard, with its own salt.
 * @throws AppError BAD_INPUT when it is too long, RATE_LIMITED when too many wait for theirs
 */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLong(password))
    throw new AppError('BAD_INPUT', accountMessages.passwordLength, { field: 'password' })
  return inTurn(() => scrypt.hashPassword(password))
}

/**
 * Takes as long as `hashPassword`, whatever was typed.
 * @throws AppError RATE_LIMITED when too many wait for theirs
 */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const matches = await inTurn(() => scrypt.verifyPassword({ hash, password: bounded(password) }))
  return matches && !isTooLong(password)
}

/** The work of `verifyPassword` for an account that does not exist. @throws as that does */
export function hashForUnknown(password: string): Promise<string> {
  return inTurn(() => scrypt.hashPassword(bounded(password)))
}

/** Before anything else is done with it: the hash begins by normalizing, which takes the square of the length. */
const isTooLong = (password: string) => password.length > limits.passwordLength.units
const bounded = (password: string) => (isTooLong(password) ? '' : password)

/** The provider id under which better-auth stores a password. */
export const PASSWORD_PROVIDER = 'credential'
