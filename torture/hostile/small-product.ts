import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createBrowser } from '#api/test/people/browser.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, isAlive } from '../../scripts/process/commands.ts'

export const PASSWORD = 'sunny day 1'
const HEAP_LIMIT_MB = 512
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'collect-on-signal.js')).href
const POLL_MS = 20

/** What an attacker knows: the product's address, and the session of a user. */
export interface Target {
  url: string
  port: number
  cookie: string
  username: string
}

/** The product with the heap of a container with `mem_limit: 1g`. */
export interface SmallProduct {
  target: Target
  /** Whether the original process is running. */
  isAlive(): boolean
  /** @returns bytes on and outside the heap after a garbage collection */
  memory(): Promise<number>
  stop(): Promise<unknown>
}

export async function startSmallProduct(settings: NodeJS.ProcessEnv = {}): Promise<SmallProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-memory-'))
  const file = path.join(folder, 'memory')
  const product: Product = await startProduct({
    SEED: 'demo',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT_MB} --import ${PRELOAD}`,
    MEMORY_FILE: file,
    ...settings,
  })
  const ann = createBrowser(product.url)
  const { username } = await ann.signUp({ password: PASSWORD })
  const pid = holderOf(product.dataDir)
  return {
    target: {
      url: product.url,
      port: Number(new URL(product.url).port),
      cookie: ann.cookieHeader(),
      username,
    },
    isAlive: () => isAlive(pid),
    memory: () => memoryOf(pid, `${file}-${pid}`),
    async stop() {
      await product.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for the end of a garbage collection, or of the process. */
async function memoryOf(pid: number, file: string): Promise<number> {
  rmSync(file, { force: true })
  if (isAlive(pid)) process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) {
    if (!isAlive(pid)) return Number.NaN
    await setTimeout(POLL_MS)
  }
  return Number(readFileSync(file, 'utf8'))
}
