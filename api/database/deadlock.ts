import { databaseDeadlocks } from '#api/telemetry/registry.ts'
import { hasCode } from './error-chain.ts'

const ATTEMPTS = 5
/** Prisma's code, and the SQLSTATEs of a deadlock and of a serialization failure. */
const CODES = ['P2034', '40P01', '40001']

/**
 * Runs a transaction, or a statement alone, and runs it again after a deadlock: some cannot know
 * all their locks beforehand.
 * @throws the error of the last attempt
 */
export async function retryOnDeadlock<Result>(
  runTransaction: () => Promise<Result>,
  attempts = ATTEMPTS,
): Promise<Result> {
  try {
    return await runTransaction()
  } catch (error) {
    if (!hasCode(error, CODES)) throw error
    databaseDeadlocks.inc()
    if (attempts <= 1) throw error
    return retryOnDeadlock(runTransaction, attempts - 1)
  }
}
