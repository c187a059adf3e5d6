import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '../../scripts/run.ts'
import {
  CONFIGURATION,
  DATABASE_MACHINES,
  type DatabaseMachine,
  type DatabaseNode,
  startDatabaseNode,
} from './database-node.ts'
import { addressOf, Machines, type Service } from './machines.ts'

const POLL_MS = 200
const REQUEST_MS = 2_000
/** Of a start and a recovery, on a machine of any speed. */
const PATIENCE_MS = 300_000
const WORKERS = 2
const BUCKET = 'vibes'

export const PRODUCT_MACHINES = ['app1', 'app2'] as const
type ProductMachine = (typeof PRODUCT_MACHINES)[number]

/** As Patroni's REST API names it. */
interface Member {
  name: DatabaseMachine
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

/** As the leader's Patroni has it from pg_stat_replication. */
interface Replication {
  application_name: string
  sync_state: 'sync' | 'async'
}

/** Three databases under Patroni, two machines of the product, and what these share. */
export interface Cluster {
  /** Of the load balancer. */
  readonly url: string
  readonly machines: Machines
  readonly databases: Readonly<Record<DatabaseMachine, DatabaseNode>>
  readonly products: Readonly<Record<ProductMachine, Service>>
  /** Replaces the product on a machine by the one in a folder. Resolves when it is ready. */
  upgrade(machine: ProductMachine, folder: string): Promise<void>
  readonly redis: Service
  /** A direct connection to a database. */
  urlOf(machine: DatabaseMachine): string
  /** As a Patroni knows them; empty while none answers. */
  members(): Promise<readonly Member[]>
  /** Resolves when there is one that Patroni calls so. */
  leader(): Promise<DatabaseNode>
  /** Resolves when there are a leader, a synchronous standby and another replica. */
  untilWhole(): Promise<void>
  stop(): Promise<void>
}

/** @throws Error when it is not ready in time */
export async function startCluster(): Promise<Cluster> {
  const machines = new Machines()
  try {
    return await start(machines)
  } catch (error) {
    await machines.stop()
    throw error
  }
}

async function start(machines: Machines): Promise<Cluster> {
  const password = randomBytes(16).toString('hex')
  const node = (machine: DatabaseMachine) => startDatabaseNode(machines, machine, password)
  const databases = { db1: node('db1'), db2: node('db2'), db3: node('db3') }
  const leader = () =>
    untilFound(async () => {
      const found = (await members()).find(({ role, state }) => role === 'leader' && isUp(state))
      return found && databases[found.name]
    }, 'a leader')
  await untilWhole()
  const redis = startRedis(machines)
  startBucket(machines)
  await untilFound(
    async () => (await request(`http://${addressOf('lb')}:9000/`)) !== null,
    'a bucket',
  )
  const url = `http://${addressOf('lb')}:8080`
  const product = (machine: ProductMachine, folder = ROOT) =>
    startProduct(machines, machine, { password, url, folder })
  const products = { app1: product('app1'), app2: product('app2') }
  startLoadBalancer(machines)
  await untilFound(() => isReady(url), 'the product')
  return {
    ...{ url, machines, databases, products, redis, members, leader, untilWhole },
    async upgrade(machine, folder) {
      await products[machine].stop()
      products[machine] = product(machine, folder)
      await untilFound(() => isReady(`http://${addressOf(machine)}:4000`), machine)
    },
    urlOf: (machine) => `postgresql://postgres:${password}@${addressOf(machine)}:5432/postgres`,
    stop: () => machines.stop(),
  }
}

const isUp = (state: string) => state === 'running' || state === 'streaming'

async function members(): Promise<readonly Member[]> {
  for (const machine of DATABASE_MACHINES) {
    const response = await request(`http://${addressOf(machine)}:8008/cluster`)
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members
  }
  return []
}

/**
 * Patroni names the last synchronous standby until the leader has another. A leader that is lost
 * in between has no successor, so the leader itself must say that it waits for this standby.
 */
async function untilWhole(): Promise<void> {
  await untilFound(async () => {
    const roles = (await members()).filter(({ state }) => isUp(state))
    const nameOf = (role: Member['role']) => roles.find((member) => member.role === role)?.name
    const [leader, standby] = [nameOf('leader'), nameOf('sync_standby')]
    if (!leader || !standby || !nameOf('replica')) return false
    const response = await request(`http://${addressOf(leader)}:8008/patroni`)
    if (!response?.ok) return false
    const { replication } = (await response.json()) as { replication?: Replication[] }
    return replication?.some(
      (each) => each.application_name === standby && each.sync_state === 'sync',
    )
  }, 'a leader with two replicas')
}

async function isReady(url: string): Promise<boolean> {
  return (await request(`${url}/readyz`))?.ok === true
}

/** Null without an answer in time. */
export async function request(url: string, init?: RequestInit): Promise<Response | null> {
  const signal = AbortSignal.timeout(REQUEST_MS)
  return fetch(url, { ...init, signal }).catch(() => null)
}

/** Polls. @throws Error when it takes longer than a machine of any speed */
export async function untilFound<Found>(
  find: () => Promise<Found | undefined | false>,
  what: string,
): Promise<Found> {
  const startedAt = performance.now()
  for (;;) {
    const found = await find()
    if (found) return found
    if (performance.now() - startedAt > PATIENCE_MS)
      throw new Error(`There is not ${what} in time.`)
    await setTimeout(POLL_MS)
  }
}

function startRedis(machines: Machines): Service {
  const options = ['--bind', '0.0.0.0', '--protected-mode', 'no', '--save', '']
  return machines.run('lb', 'redis', { command: ['/usr/bin/redis-server', ...options] })
}

function startBucket(machines: Machines): Service {
  const program = path.join(ROOT, 'api/test/servers/bucket-server.process.ts')
  const env = { ADDRESS: '0.0.0.0', PORT: '9000', DIRECTORY: machines.folderOf('lb'), BUCKET }
  const command = [process.execPath, '--openssl-legacy-provider', program] as const
  return machines.run('lb', 'bucket', { command, env })
}

function startLoadBalancer(machines: Machines): Service {
  const text = readFileSync(path.join(CONFIGURATION, 'haproxy.cfg'), 'utf8')
  const file = machines.write('lb', 'haproxy.cfg', text)
  return machines.run('lb', 'haproxy', { command: ['/usr/sbin/haproxy', '-db', '-f', file] })
}

/** As docs/scaling.md sets it up. */
function startProduct(
  machines: Machines,
  machine: ProductMachine,
  { password, url, folder }: { password: string; url: string; folder: string },
): Service {
  const databases = (port: number) =>
    DATABASE_MACHINES.map(
      (name) => `postgresql://postgres:${password}@${name}:${port}/postgres`,
    ).join()
  return machines.run(machine, 'product', {
    command: [process.execPath, 'scripts/entry.js', 'scripts/start.ts'],
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '4000',
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
      DATA_DIR: path.join(machines.folderOf(machine), 'data'),
      AUTH_SECRET: 'a secret for this run only, which protects nothing',
      DATABASE_URL: databases(6432),
      DATABASE_DIRECT_URL: databases(5432),
      DATABASE_REPLICA_URL: databases(6432),
      REDIS_URL: 'redis://lb:6379',
      WEB_CONCURRENCY: String(WORKERS),
      RATE_LIMIT: 'off',
      S3_ENDPOINT: 'http://lb:9000',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'what only the owner may read',
    },
  })
}
