import { availableParallelism } from 'node:os'
import * as scrypt from 'better-auth/crypto'
import { AppError } from '../../errors.ts'

// One hash takes 32 MB and some 60 ms of a core (scrypt, N 16384, r 16). Node has four threads for such work;
// one stays free for everything else that needs them.
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))
const MAX_WAITING = 50

let running = 0
const waiting: (() => void)[] = []

/** @throws AppError RATE_LIMITED when so many wait already that a person would give up */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else if (waiting.length < MAX_WAITING) await new Promise<void>((start) => waiting.push(start))
  else throw new AppError('RATE_LIMITED', 'Many people are signing in right now. Please try again in a moment.', { retryAfter: 5 })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The hash that is kept of a password: memory-hard, with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => scrypt.hashPassword(password))
}

/** Takes as long as `hashPassword`. */
export function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => scrypt.verifyPassword(attempt))
}
