import { rmSync } from 'node:fs'
import path from 'node:path'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { holderOf, postmasterOf } from '../scripts/process/commands.ts'
import { ROOT } from '../scripts/run.ts'
import { memoryOfTree } from './memory.ts'
import { type Spread, spreadOf } from './report/statistics.ts'

export interface Starts {
  /** From `npm start` to the line that reports readiness. */
  seconds: Spread
  /** MB after the start. */
  server: number
  database: number
}

/** Prints the time of the first start and of later ones, and the memory afterwards. */
export async function measureStart(rounds: number): Promise<void> {
  const dataDir = emptyDataDir()
  try {
    // The state after `npm install`: nothing is generated, built or compiled.
    for (const output of ['.build', 'web/dist', 'node_modules/.cache/compiled'])
      rmSync(path.join(ROOT, output), { recursive: true, force: true })
    const first = await timeStart(dataDir)
    await first.product.stop()
    console.log(
      `The first start, which builds the product and loads the demo content: ${first.seconds.toFixed(1)} s`,
    )
    printStarts(await measureStarts(dataDir, rounds))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures starts after the build and with the demo content loaded. */
export async function measureLaterStarts(rounds: number): Promise<Starts> {
  const dataDir = emptyDataDir()
  try {
    await (await startProduct({ DATA_DIR: dataDir })).stop()
    return await measureStarts(dataDir, rounds)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export function printStarts(starts: Starts): Starts {
  const {
    seconds: { median, low, high },
    server,
    database,
  } = starts
  console.log(`A later start: ${median.toFixed(2)} s (${low.toFixed(2)} to ${high.toFixed(2)})`)
  console.log(`Memory after the start: server ${server} MB, database ${database} MB`)
  return starts
}

async function measureStarts(dataDir: string, rounds: number): Promise<Starts> {
  const times: number[] = []
  const memory: [server: number, database: number][] = []
  for (let round = 0; round < rounds; round++) {
    const { seconds, product } = await timeStart(dataDir)
    times.push(seconds)
    memory.push([memoryOfTree(holderOf(dataDir)), memoryOfTree(postmasterOf(dataDir))])
    await product.stop()
  }
  const [server = 0, database = 0] = memory.at(-1) ?? []
  return { seconds: spreadOf(times), server, database }
}

async function timeStart(dataDir: string): Promise<{ seconds: number; product: Product }> {
  const startedAt = performance.now()
  const product = await startProduct({ DATA_DIR: dataDir })
  return { seconds: (performance.now() - startedAt) / 1000, product }
}
