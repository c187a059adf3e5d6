import pg from 'pg'
import { migrate } from '../../api/database/migrate.ts'
import { OperatorError } from '../../api/lib/operator-error.ts'
import { SEARCH_VERSION } from '../../api/lib/search-text.ts'
import { copyInto } from './copy.ts'
import {
  type Cluster,
  createEmptyDatabase,
  findDataset,
  markComplete,
  openCluster,
} from './database.ts'
import { createStatementsBySize, dropIndexes } from './indexes.ts'
import { type Shape, shapeOf } from './shape.ts'
import { tableGroups } from './tables.ts'

/** Unsafe but fast settings for loading alone. Measurements run with the product's settings. */
const LOADING_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'checkpoint_timeout=30min',
]
const SESSION = `SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 1`

/** Creates the database with this number of posts, unless it exists. */
export async function createDataset(posts: number, { force = false } = {}): Promise<void> {
  const cluster = await openCluster(LOADING_SETTINGS)
  try {
    if (!force && (await findDataset(cluster, posts)))
      return console.log(`The database of ${posts.toLocaleString('en')} posts already exists.`)
    await load(cluster, shapeOf(posts))
  } finally {
    await cluster.close()
  }
}

async function load(cluster: Cluster, shape: Shape) {
  const { posts, users } = shape
  const startedAt = performance.now()
  const logStep = (name: string) =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  const url = await createEmptyDatabase(cluster, posts)
  await migrate(url)
  logStep('migrated the database')
  const clients = await Promise.all(tableGroups.map(() => connect(url)))
  const [first] = clients
  if (!first) throw new RangeError('Loading needs at least one connection.')
  try {
    const indexes = await dropIndexes(
      first,
      tableGroups.flat().map(({ name }) => name),
    )
    // Each connection works through its own group.
    await Promise.all(
      clients.map((client, index) =>
        runQueue([client], tableGroups[index] ?? [], async (_, { name, columns, write }) => {
          await copyInto(client, name, columns, (rows) => write(shape, rows))
          logStep(`copied "${name}"`)
        }),
      ),
    )
    await first.query(
      `INSERT INTO "SearchReindex" ("table", "version")
       VALUES ('PostSearch', $1), ('UserSearch', $1)`,
      [SEARCH_VERSION],
    )
    await runQueue(clients, await createStatementsBySize(first, indexes), (client, statement) =>
      client.query(statement),
    )
    logStep(`created ${indexes.length} indexes`)
    await runQueue(
      clients,
      tableGroups.flat().map(({ name }) => name),
      (client, name) => client.query(`VACUUM (ANALYZE) "${name}"`),
    )
    await first.query('CHECKPOINT')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  await markComplete(cluster, posts)
  logStep(`done: ${posts.toLocaleString('en')} posts, ${users.toLocaleString('en')} users`)
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(SESSION)
  return client
}

/** The connections take items from one queue. */
async function runQueue<Item>(
  clients: readonly pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<unknown>,
) {
  const left = [...items]
  await Promise.all(
    clients.map(async (client) => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(client, item)
    }),
  )
}

/**
 * @returns the address of the migrated database
 * @throws OperatorError when it does not exist
 */
export async function requireDataset(cluster: Cluster, posts: number): Promise<string> {
  const url = await findDataset(cluster, posts)
  if (!url)
    throw new OperatorError(
      `There is no database of ${posts} posts yet. Create it with "npm run bench -- data --posts ${posts}".`,
    )
  await migrate(url)
  return url
}
