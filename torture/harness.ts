import { rmSync } from 'node:fs'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { createBrowser } from '#api/test/people/browser.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { type TcpProxy, tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { type Random, seeded } from '#demo/random.ts'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { checkHistory } from './check.ts'
import { startExternalDatabase } from './external-database.ts'
import { History } from './history.ts'
import { LiveReader } from './live-reader.ts'
import { SimulatedUser } from './simulated-user.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'

const USERS = 6

/** A running product, simulated users, the history of their requests, and live readers. */
export interface Harness {
  readonly dataDir: string
  readonly product: Product
  readonly random: Random
  readonly history: History
  readonly readers: readonly LiveReader[]
  /** The connection of the readers to the product. */
  readonly readersProxy: TcpProxy
  readonly limits: TimeLimits
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
  limits?: TimeLimits
  /** The last step of `stop`. */
  onStop?(): Promise<void> | void
}

export async function startHarness({
  seed,
  settings,
  directUrl,
  dataDir = emptyDataDir(),
  limits = TIME_LIMITS,
  onStop,
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
    (_, index) =>
      new SimulatedUser(product.url, {
        history,
        random: seeded(seed * USERS + index),
        responseMs: limits.response,
      }),
  )
  for (const user of users) await user.signUp()
  const readersProxy = await tcpProxy(product.url)
  const readers = await startReaders(product.url, readersProxy)
  return {
    dataDir,
    get product() {
      return product
    },
    random: seeded(seed),
    history,
    readers,
    readersProxy,
    limits,
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
    async check() {
      const databaseUrl = directUrl ?? (await findEmbedded(dataDir)) ?? ''
      const problems = await checkHistory(history, databaseUrl, dataDir)
      const ofReaders = readers.map((reader) => reader.check(history.existingPosts))
      return [...problems, ...(await Promise.all(ofReaders)).flat()]
    },
    async stop() {
      for (const reader of readers) reader.close()
      readersProxy.close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
      await onStop?.()
    },
  }
}

/** An anonymous reader and one who is signed in. Their streams pass the proxy. */
async function startReaders(url: string, { url: proxyUrl }: TcpProxy): Promise<LiveReader[]> {
  const [visitor, member] = [createBrowser(url), createBrowser(url)]
  await member.signUp({ username: 'reader', email: 'reader@example.org' })
  return [
    new LiveReader('The visitor', proxyUrl, visitor),
    new LiveReader('The member', proxyUrl, member),
  ]
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
    async onStop() {
      proxy.close()
      await external.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
  return { proxy, harness }
}
