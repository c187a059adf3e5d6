import { visitor } from '#api/test/visitor.ts'
import { startProduct } from '../../e2e/server.ts'
import { prepare, properties } from './properties.ts'

const RUNS = 1_000
const LONGEST = 2_000

/** Sends a product whatever can be sent. */
export async function anyInput(seed: number): Promise<string[]> {
  const product = await startProduct({ RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn' })
  try {
    const tester = await prepare(visitor(product.url))
    const problems: string[] = []
    for (const [name, holds] of Object.entries(properties)) {
      await holds(tester, { seed, runs: RUNS, longest: LONGEST }).catch((error: Error) => {
        problems.push(
          `It does not hold that ${name}: ${error.message}\n${String(error.cause ?? '')}`,
        )
      })
    }
    return problems
  } finally {
    await product.stop()
  }
}
