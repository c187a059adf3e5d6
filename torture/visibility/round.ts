import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { emptyDataDir, startProduct } from '../../e2e/server.ts'
import { checkConsistency } from '../check.ts'
import { startExternalDatabase } from '../external-database.ts'
import { createWorld } from './people.ts'
import { checkVisibility } from './run.ts'
import { summaryOf } from './summary.ts'

/** Worlds that act at the same time. */
const WORLDS = 4

/** Runs random acts of four worlds through two servers with one database. */
export async function actAndRead(seed: number, acts: number): Promise<string[]> {
  const folders = [emptyDataDir(), emptyDataDir(), emptyDataDir()] as const
  const database = await startExternalDatabase(folders[0])
  const shared = {
    ...{ DATABASE_URL: database.url, AUTH_SECRET: randomBytes(32).toString('hex') },
    ...{ RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn' },
  }
  const products = [
    await startProduct({ ...shared, DATA_DIR: folders[1] }),
    await startProduct({ ...shared, DATA_DIR: folders[2] }),
  ] as const
  const urls = [products[0].url, products[1].url] as const
  try {
    const results = await Promise.allSettled(
      ['acorn', 'button', 'cinema', 'dragon'].slice(0, WORLDS).map(async (word, index) => {
        const created = await createWorld(word, urls, database.url)
        const run = { seed: seed * WORLDS + index, acts: Math.ceil(acts / WORLDS), urls }
        return checkVisibility(created, run)
      }),
    )
    const problems = results.flatMap((result) =>
      result.status === 'rejected' ? [String((result.reason as Error).message)] : [],
    )
    console.log(
      summaryOf(results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))),
    )
    return [...problems, ...(await checkConsistency(database.url, folders[1]))]
  } finally {
    for (const product of products) await product.stop()
    await database.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
