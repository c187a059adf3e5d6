import { availableParallelism } from 'node:os'
import * as scrypt from 'better-auth/crypto'
import { AppError } from '../../errors.ts'
import { turns } from './turns.ts'

// One hash takes 32 MB and some 60 ms of a core (scrypt, N 16384, r 16). Node has four threads for such work; one stays
// free for everything else that needs them. When 50 wait, a person would give up.
const inTurn = turns({
  atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting: 50,
  refusal: () => new AppError('RATE_LIMITED', 'Many people are signing in right now. Please try again in a moment.', { retryAfter: 5 }),
})

/**
 * The hash that is kept of a password: memory-hard, with its own salt.
 * @throws AppError RATE_LIMITED when too many wait for theirs
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => scrypt.hashPassword(password))
}

/** Takes as long as `hashPassword`, and throws as it does. */
export function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => scrypt.verifyPassword(attempt))
}
