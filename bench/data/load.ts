import pg from 'pg'
import { migrate } from '../../api/database/migrate.ts'
import { OperatorError } from '../../api/lib/operator-error.ts'
import { copyInto } from './copy.ts'
import { type Cluster, emptyDatabase, findData, markWhole, openCluster } from './database.ts'
import { bySize, dropIndexes } from './indexes.ts'
import { type Shape, shapeOf } from './shape.ts'
import { lots } from './tables.ts'

/** For loading alone: what a power cut would leave is made again. Measured is with the product's own settings. */
const LOADING = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'checkpoint_timeout=30min',
]
const SESSION = `SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 1`

/** Makes the database of so many posts, unless it stands, and says how long it took. */
export async function makeData(posts: number, { anew = false } = {}): Promise<void> {
  const cluster = await openCluster(LOADING)
  try {
    if (!anew && (await findData(cluster, posts)))
      return console.log(`The database of ${posts.toLocaleString('en')} posts stands already.`)
    await load(cluster, shapeOf(posts))
  } finally {
    await cluster.close()
  }
}

async function load(cluster: Cluster, shape: Shape) {
  const { posts, users } = shape
  const began = performance.now()
  const step = (name: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  const url = await emptyDatabase(cluster, posts)
  await migrate(url)
  step('migrated')
  const clients = await Promise.all(lots.map(() => connected(url)))
  const [first] = clients
  if (!first) throw new RangeError('There is at least one connection.')
  try {
    const indexes = await dropIndexes(
      first,
      lots.flat().map(({ name }) => name),
    )
    await singleFlight(
      clients,
      lots.map((lot) => [...lot]),
      async (client, { name, columns, write }) => {
        await copyInto(client, name, columns, (rows) => write(shape, rows))
        step(`copied "${name}"`)
      },
    )
    await sharing(clients, await bySize(first, indexes), (client, make) => client.query(make))
    step(`made ${indexes.length} indexes`)
    await sharing(
      clients,
      lots.flat().map(({ name }) => name),
      (client, name) => client.query(`VACUUM (ANALYZE) "${name}"`),
    )
    await first.query('CHECKPOINT')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  await markWhole(cluster, posts)
  step(`done: ${posts.toLocaleString('en')} posts, ${users.toLocaleString('en')} users`)
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(SESSION)
  return client
}

/** Each connection does its own list. */
async function singleFlight<Item>(
  clients: readonly pg.Client[],
  lists: readonly Item[][],
  work: (client: pg.Client, item: Item) => Promise<unknown>,
) {
  await Promise.all(clients.map((client, index) => sharing([client], lists[index] ?? [], work)))
}

/** Whichever connection is free does the next. */
async function sharing<Item>(
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

/** @throws OperatorError that says how to make it, when it is not there */
export async function dataOf(cluster: Cluster, posts: number): Promise<string> {
  const url = await findData(cluster, posts)
  if (!url)
    throw new OperatorError(
      `There is no database of ${posts} posts yet: run "npm run bench -- data --posts ${posts}".`,
    )
  await migrate(url)
  return url
}
