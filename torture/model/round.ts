import pg from 'pg'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { startProduct } from '../../e2e/server.ts'
import { checkRows } from '../check.ts'
import { modelHolds } from './run.ts'
import { settle } from './town.ts'

const RUNS = 60

/** Lets people do random things on a product, and compares it with a model, and its tables with each other. */
export async function anyCourse(seed: number): Promise<string[]> {
  const product = await startProduct({ RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn' })
  try {
    const residents = await settle(product.url)
    const differs = await modelHolds(residents, { seed, runs: RUNS }).then(
      () => [],
      (error: Error) => [`${error.message}\n${String(error.cause ?? '')}`],
    )
    const client = new pg.Client({ connectionString: (await findEmbedded(product.dataDir)) ?? '' })
    await client.connect()
    return [...differs, ...(await checkRows(client, product.dataDir).finally(() => client.end()))]
  } finally {
    await product.stop()
  }
}
