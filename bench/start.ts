import { rmSync } from 'node:fs'
import path from 'node:path'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { holderOf, postmasterOf } from '../scripts/process/commands.ts'
import { ROOT } from '../scripts/run.ts'
import { memoryOfTree } from './memory.ts'

/** Prints the time from `npm start` to the line that says it is ready, and the memory after that. */
export async function measureStart(rounds: number): Promise<void> {
  const dataDir = emptyDataDir()
  try {
    // As after `npm install`: nothing is generated, built or compiled.
    for (const made of ['.build', 'web/dist', 'node_modules/.cache/compiled'])
      rmSync(path.join(ROOT, made), { recursive: true, force: true })
    const first = await timed(dataDir)
    await first.product.stop()

    const times: number[] = []
    let memory = ''
    for (let round = 0; round < rounds; round++) {
      const { seconds, product } = await timed(dataDir)
      times.push(seconds)
      memory = memoryAfterStart(product)
      await product.stop()
    }
    const [median = 0] = times.sort((a, b) => a - b).slice(Math.floor(rounds / 2))
    console.log(`The very first start, which builds and loads the demo content: ${first.seconds.toFixed(1)} s`)
    console.log(
      `A start with everything built: ${median.toFixed(2)} s (median of ${rounds}, ${times[0]?.toFixed(2)} to ${times.at(-1)?.toFixed(2)})`,
    )
    console.log(`Memory after it: ${memory}`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timed(dataDir: string): Promise<{ seconds: number; product: Product }> {
  const began = performance.now()
  const product = await startProduct({ DATA_DIR: dataDir })
  return { seconds: (performance.now() - began) / 1000, product }
}

function memoryAfterStart({ dataDir }: Product): string {
  return `server ${memoryOfTree(holderOf(dataDir))} MB, database ${memoryOfTree(postmasterOf(dataDir))} MB`
}
