import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createBrowser } from '#api/test/browser.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, isAlive } from '../../scripts/process/commands.ts'

export const PASSWORD = 'sunny day 1'
const HEAP_LIMIT_MB = 512
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'collect-on-signal.js')).href
/** Time for a garbage collection, including memory outside the heap. */
const COLLECTION_MS = 1_000

/** The product with the heap of a container with `mem_limit: 1g`, and the session of a user. */
export interface SmallProduct {
  url: string
  port: number
  cookie: string
  /** Whether the original process is running. */
  isAlive(): boolean
  /** @returns bytes on and outside the heap after a garbage collection */
  memory(): Promise<number>
  stop(): Promise<unknown>
}

export async function startSmallProduct(settings: NodeJS.ProcessEnv = {}): Promise<SmallProduct> {
  const product: Product = await startProduct({
    SEED: 'demo',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT_MB} --import ${PRELOAD}`,
    ...settings,
  })
  const ann = createBrowser(product.url)
  await ann.signUp({ password: PASSWORD })
  const pid = holderOf(product.dataDir)
  return {
    url: product.url,
    port: Number(new URL(product.url).port),
    cookie: [...ann.cookies].map((pair) => pair.join('=')).join('; '),
    isAlive: () => isAlive(pid),
    async memory() {
      process.kill(pid, 'SIGUSR2')
      await setTimeout(COLLECTION_MS)
      const metrics = await (await fetch(`${product.url}/metrics`)).text()
      const bytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
      return bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes')
    },
    stop: product.stop,
  }
}
