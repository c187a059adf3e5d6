import { rmSync } from 'node:fs'
import path from 'node:path'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { holderOf, postmasterOf } from '../scripts/process/commands.ts'
import { ROOT } from '../scripts/run.ts'
import { memoryOfTree } from './memory.ts'
import { type Spread, spreadOf } from './report/statistics.ts'

export interface Starts {
  /** Seconds from `npm start` to the line that says it is ready. */
  seconds: Spread
  /** MB after it. */
  server: number
  database: number
}

/** Prints the time of the very first start and of later ones, and the memory after that. */
export async function measureStart(rounds: number): Promise<void> {
  const dataDir = emptyDataDir()
  try {
    // As after `npm install`: nothing is generated, built or compiled.
    for (const made of ['.build', 'web/dist', 'node_modules/.cache/compiled'])
      rmSync(path.join(ROOT, made), { recursive: true, force: true })
    const first = await timed(dataDir)
    await first.product.stop()
    console.log(
      `The very first start, which builds and loads the demo content: ${first.seconds.toFixed(1)} s`,
    )
    printStarts(await startAgain(dataDir, rounds))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts with everything built and the demo content loaded. */
export async function measureLaterStarts(rounds: number): Promise<Starts> {
  const dataDir = emptyDataDir()
  try {
    await (await startProduct({ DATA_DIR: dataDir })).stop()
    return await startAgain(dataDir, rounds)
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
  console.log(
    `A start with everything built: ${median.toFixed(2)} s (${low.toFixed(2)} to ${high.toFixed(2)})`,
  )
  console.log(`Memory after it: server ${server} MB, database ${database} MB`)
  return starts
}

async function startAgain(dataDir: string, rounds: number): Promise<Starts> {
  const times: number[] = []
  const memory: [server: number, database: number][] = []
  for (let round = 0; round < rounds; round++) {
    const { seconds, product } = await timed(dataDir)
    times.push(seconds)
    memory.push([memoryOfTree(holderOf(dataDir)), memoryOfTree(postmasterOf(dataDir))])
    await product.stop()
  }
  const [server = 0, database = 0] = memory.at(-1) ?? []
  return { seconds: spreadOf(times), server, database }
}

async function timed(dataDir: string): Promise<{ seconds: number; product: Product }> {
  const began = performance.now()
  const product = await startProduct({ DATA_DIR: dataDir })
  return { seconds: (performance.now() - began) / 1000, product }
}
