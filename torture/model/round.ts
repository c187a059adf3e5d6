import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { startProduct } from '../../e2e/server.ts'
import { checkConsistency } from '../check.ts'
import { checkModel } from './run.ts'
import { signUpUsers } from './users.ts'

const RUNS = 60

/** Runs random operations on a product, compares it with a model, and checks its database. */
export async function runRandomOperations(seed: number): Promise<string[]> {
  const product = await startProduct({ RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn' })
  try {
    const users = await signUpUsers(product.url)
    const differences = await checkModel(users, { seed, runs: RUNS }).then(
      () => [],
      (error: Error) => [`${error.message}\n${String(error.cause ?? '')}`],
    )
    const url = (await findEmbedded(product.dataDir)) ?? ''
    return [...differences, ...(await checkConsistency(url, product.dataDir))]
  } finally {
    await product.stop()
  }
}
