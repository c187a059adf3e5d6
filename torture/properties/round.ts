import { createBrowser } from '#api/test/people/browser.ts'
import { startProduct } from '../../e2e/server.ts'
import { prepare, properties } from './properties.ts'

const RUNS = 1_000
const TIMEOUT_MS = 2_000

/** Checks the properties with arbitrary input. */
export async function sendArbitraryInput(seed: number): Promise<string[]> {
  const product = await startProduct({ RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn' })
  try {
    const user = await prepare(createBrowser(product.url))
    const problems: string[] = []
    for (const [name, checkProperty] of Object.entries(properties)) {
      await checkProperty(user, { seed, runs: RUNS, timeoutMs: TIMEOUT_MS }).catch(
        (error: Error) => {
          problems.push(
            `The property "${name}" fails: ${error.message}\n${String(error.cause ?? '')}`,
          )
        },
      )
    }
    return problems
  } finally {
    await product.stop()
  }
}
