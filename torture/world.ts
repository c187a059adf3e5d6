import { rmSync } from 'node:fs'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { freePort } from '#api/lib/free-port.ts'
import { type TcpProxy, tcpProxy } from '#api/test/tcp-proxy.ts'
import { type Random, seeded } from '#demo/art/random.ts'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { check } from './check.ts'
import { History } from './history.ts'
import { startOutsideDatabase } from './outside-database.ts'
import { Person } from './person.ts'

const PEOPLE = 6

/** A product with people who use it, and what they remember. */
export interface World {
  readonly dataDir: string
  readonly product: Product
  readonly random: Random
  readonly history: History
  /** Lets the people do things at the same time until the work is done; resolves when each has had an answer, or none. */
  during(work: () => Promise<void>): Promise<void>
  /** Starts the product again where it was. */
  restart(): Promise<void>
  /** What is not as it has to be. */
  check(): Promise<string[]>
  end(): Promise<void>
}

interface WorldOptions {
  seed: number
  settings?: NodeJS.ProcessEnv
  /** An empty data directory, for the world to remove. */
  dataDir?: string
  /** Where the database is, when it is not the bundled one. */
  directUrl?: string
}

export async function openWorld({
  seed,
  settings,
  directUrl,
  dataDir = emptyDataDir(),
}: WorldOptions): Promise<World> {
  const all = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SEED: 'none',
    RATE_LIMIT: 'off',
    ...settings,
  }
  let product = await startProduct(all)
  const history = new History()
  const people = Array.from(
    { length: PEOPLE },
    (_, index) => new Person(product.url, history, seeded(seed * PEOPLE + index)),
  )
  for (const person of people) await person.signUp()
  return {
    dataDir,
    get product() {
      return product
    },
    random: seeded(seed),
    history,
    async during(work) {
      const over = new AbortController()
      const lives = Promise.all(people.map((person) => person.live(over.signal)))
      try {
        await Promise.race([work(), lives])
      } finally {
        over.abort()
        await lives
      }
    },
    async restart() {
      await product.stop()
      product = await startProduct(all)
    },
    check: async () => check(history, directUrl ?? (await findEmbedded(dataDir)) ?? '', dataDir),
    async end() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A world whose database is one that the product does not look after, by a way that can be spoilt. */
export async function openWorldBehindProxy(
  seed: number,
): Promise<{ world: World; proxy: TcpProxy }> {
  const dataDir = emptyDataDir()
  const outside = await startOutsideDatabase(dataDir)
  const proxy = await tcpProxy(outside.url)
  const world = await openWorld({
    seed,
    settings: { DATABASE_URL: proxy.url },
    directUrl: outside.url,
  })
  const end = async () => {
    proxy.pass()
    await world.end()
    proxy.close()
    await outside.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { proxy, world: { ...world, end } }
}
