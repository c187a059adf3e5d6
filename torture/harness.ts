import { rmSync } from 'node:fs'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { freePort } from '#api/lib/free-port.ts'
import { type TcpProxy, tcpProxy } from '#api/test/tcp-proxy.ts'
import { type Random, seeded } from '#demo/art/random.ts'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { checkHistory } from './check.ts'
import { startExternalDatabase } from './external-database.ts'
import { History } from './history.ts'
import { SimulatedUser } from './simulated-user.ts'

const USERS = 6

/** A running product, simulated users, and the history of their requests. */
export interface Harness {
  readonly dataDir: string
  readonly product: Product
  readonly random: Random
  readonly history: History
  /** Runs the users until the work is done, and waits for their last requests. */
  underLoad(work: () => Promise<void>): Promise<void>
  restart(): Promise<void>
  /** @returns a sentence for each problem */
  check(): Promise<string[]>
  stop(): Promise<void>
}

interface HarnessOptions {
  seed: number
  settings?: NodeJS.ProcessEnv
  /** An empty data directory. It is removed at the end. */
  dataDir?: string
  /** Address of an external database. */
  directUrl?: string
}

export async function startHarness({
  seed,
  settings,
  directUrl,
  dataDir = emptyDataDir(),
}: HarnessOptions): Promise<Harness> {
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SEED: 'none',
    RATE_LIMIT: 'off',
    ...settings,
  }
  let product = await startProduct(environment)
  const history = new History()
  const users = Array.from(
    { length: USERS },
    (_, index) => new SimulatedUser(product.url, history, seeded(seed * USERS + index)),
  )
  for (const user of users) await user.signUp()
  return {
    dataDir,
    get product() {
      return product
    },
    random: seeded(seed),
    history,
    async underLoad(work) {
      const load = new AbortController()
      const running = Promise.all(users.map((user) => user.run(load.signal)))
      try {
        await Promise.race([work(), running])
      } finally {
        load.abort()
        await running
      }
    },
    async restart() {
      await product.stop()
      product = await startProduct(environment)
    },
    check: async () =>
      checkHistory(history, directUrl ?? (await findEmbedded(dataDir)) ?? '', dataDir),
    async stop() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Uses an external database behind a proxy that can fail. */
export async function startHarnessBehindProxy(
  seed: number,
): Promise<{ harness: Harness; proxy: TcpProxy }> {
  const dataDir = emptyDataDir()
  const external = await startExternalDatabase(dataDir)
  const proxy = await tcpProxy(external.url)
  const harness = await startHarness({
    seed,
    settings: { DATABASE_URL: proxy.url },
    directUrl: external.url,
  })
  const stop = async () => {
    proxy.forward()
    await harness.stop()
    proxy.close()
    await external.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { proxy, harness: { ...harness, stop } }
}
