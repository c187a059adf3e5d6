import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, PRODUCT_MACHINES, request, untilFound } from './cluster.ts'
import { DATABASE_MACHINES, type DatabaseMachine, type DatabaseNode } from './database-node.ts'
import { addressOf, pidsOn } from './machines.ts'
import { writeNextVersion } from './next-version.ts'

/** Longer than a leader keeps its key without renewing it: Patroni's `ttl`. */
const BEYOND_TTL_MS = 30_000
const LAG_MS = 30_000

/** Each injects its fault while users are active, and takes back what does not mend by itself. */
export const clusterFaults = {
  'leader-postgres-killed': async (cluster) => (await cluster.leader()).signalPostgres('SIGKILL'),
  'leader-patroni-killed': async (cluster) => (await cluster.leader()).patroni.kill(),
  'leader-killed': async (cluster) => {
    const leader = await cluster.leader()
    leader.patroni.signal('SIGKILL')
    leader.signalPostgres('SIGKILL')
    await leader.patroni.stop()
    await untilAnotherLeads(cluster, leader.machine)
    leader.patroni.start()
  },
  'etcd-leader-killed': async ({ databases }) => {
    const machine = await etcdLeader()
    await databases[machine].etcd.kill()
  },
  'pgbouncer-killed': async (cluster) => (await cluster.leader()).pgbouncer.kill(),
  'product-killed': async ({ products }) => products.app1.kill(),
  'redis-killed': async ({ redis }) => redis.kill(),
  switchover: async (cluster) => {
    const { machine } = await cluster.leader()
    await request(`http://${addressOf(machine)}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: machine }),
    })
    await untilAnotherLeads(cluster, machine)
  },
  'leader-frozen': async (cluster) => {
    const { machine } = await cluster.leader()
    const frozen = databaseProcessesOn(machine)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    await untilAnotherLeads(cluster, machine)
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  },
  'leader-cut': async (cluster) => {
    const { machine } = await cluster.leader()
    cluster.machines.setConnected(machine, false)
    await untilAnotherLeads(cluster, machine)
    await setTimeout(BEYOND_TTL_MS)
    cluster.machines.setConnected(machine, true)
  },
  'replica-lagging': async (cluster) => {
    const replica = (await cluster.members()).find(({ role }) => role === 'replica')
    if (!replica) throw new Error('There is no replica.')
    const url = cluster.urlOf(replica.name)
    await query(url, 'SELECT pg_wal_replay_pause()')
    await setTimeout(LAG_MS)
    await query(url, 'SELECT pg_wal_replay_resume()')
  },
  // Not a fault, but it must not look like one.
  'rolling-upgrade': async (cluster) => {
    const folder = path.join(cluster.machines.home, 'next-version')
    writeNextVersion(folder)
    for (const machine of PRODUCT_MACHINES) await cluster.upgrade(machine, folder)
  },
} satisfies Record<string, (cluster: Cluster) => Promise<unknown>>

export type ClusterFault = keyof typeof clusterFaults
export const clusterFaultNames = Object.keys(clusterFaults) as ClusterFault[]

function untilAnotherLeads(cluster: Cluster, former: DatabaseMachine): Promise<DatabaseNode> {
  return untilFound(async () => {
    const leader = await cluster.leader()
    return leader.machine !== former && leader
  }, `another leader than ${former}`)
}

async function etcdLeader(): Promise<DatabaseMachine> {
  for (const machine of DATABASE_MACHINES) {
    const url = `http://${addressOf(machine)}:2379/v3/maintenance/status`
    const response = await request(url, { method: 'POST', body: '{}' })
    if (!response?.ok) continue
    const status = (await response.json()) as { header: { member_id: string }; leader: string }
    if (status.header.member_id === status.leader) return machine
  }
  throw new Error('etcd has no leader.')
}

/** Patroni, PostgreSQL's postmaster and its backends. */
function databaseProcessesOn(machine: DatabaseMachine): number[] {
  return pidsOn(machine).filter((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('patroni') || command.includes('postgres')
  })
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
