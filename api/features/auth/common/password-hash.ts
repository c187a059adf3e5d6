import { availableParallelism } from 'node:os'
import * as scrypt from '#api/features/auth/common/scrypt.ts'
import { AppError } from '#api/lib/errors.ts'
import { currentRequestContext } from '#api/telemetry/request-context.ts'
import { limits } from '#rules/limits.ts'
import { HashQueue } from './hash-queue.ts'

// One hash takes 32 MB and about 60 ms of CPU time.
// Node's thread pool has four threads; one stays free for other work.
const queue = new HashQueue(Math.max(1, Math.min(3, availableParallelism() - 1)))
/** Of the command line. */
const OPERATOR = { key: 'operator', hasSession: false }

function queueHash<Result>(hash: () => Promise<Result>): Promise<Result> {
  return queue.run(currentRequestContext()?.caller ?? OPERATOR, hash)
}

/**
 * Hashes a password with scrypt and a random salt.
 * @throws AppError BAD_INPUT if it is too long, RATE_LIMITED if the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLong(password)) throw new AppError('BAD_INPUT', 'PASSWORD_LENGTH', { field: 'password' })
  return queueHash(() => scrypt.hashPassword(password))
}

/**
 * Takes as long as `hashPassword` for every input.
 * @throws AppError RATE_LIMITED if the queue is full
 */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const matches = await queueHash(() =>
    scrypt.verifyPassword({ hash, password: emptyIfTooLong(password) }),
  )
  return matches && !isTooLong(password)
}

/**
 * Spends the time of `verifyPassword` on an unknown account, against timing attacks.
 * @throws AppError RATE_LIMITED if the queue is full
 */
export function hashForUnknownAccount(password: string): Promise<string> {
  return queueHash(() => scrypt.hashPassword(emptyIfTooLong(password)))
}

/**
 * Whether it is the password of the hash. Takes as long without a hash.
 * @throws AppError RATE_LIMITED if the queue is full
 */
export async function isPassword(
  hash: string | null | undefined,
  password: string,
): Promise<boolean> {
  if (hash) return verifyPassword({ hash, password })
  await hashForUnknownAccount(password)
  return false
}

/** Checked before hashing: scrypt normalizes first, which takes quadratic time. */
const isTooLong = (password: string) => password.length > limits.passwordLength.units
const emptyIfTooLong = (password: string) => (isTooLong(password) ? '' : password)

/** The provider id under which better-auth stores a password. */
export const PASSWORD_PROVIDER = 'credential'
