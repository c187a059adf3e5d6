import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../scripts/run.ts'
import { addressOf, type MachineName, type Machines, type Service } from './machines.ts'

/** What operators get, too. */
export const CONFIGURATION = path.join(ROOT, 'docs/operating/cluster')
export const DATABASE_MACHINES = ['db1', 'db2', 'db3'] as const satisfies MachineName[]
export type DatabaseMachine = (typeof DATABASE_MACHINES)[number]

const PROGRAMS = [
  '/usr/bin/etcd',
  '/usr/bin/patroni',
  '/usr/sbin/pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/sbin/haproxy',
  '/usr/bin/redis-server',
]

/** Whether Debian's packages are installed: see `PACKAGES`. */
export const hasPrograms = () => PROGRAMS.every((program) => existsSync(program))
export const PACKAGES = [
  'etcd-server',
  'patroni',
  'python3-etcd',
  'pgbouncer',
  'postgresql-15',
  'haproxy',
  'redis-server',
]

/** A member of the database cluster: etcd, Patroni with PostgreSQL, and PgBouncer. */
export interface DatabaseNode {
  readonly machine: DatabaseMachine
  readonly etcd: Service
  readonly patroni: Service
  readonly pgbouncer: Service
  /** Sends a signal to PostgreSQL's postmaster. */
  signalPostgres(signal: NodeJS.Signals): void
}

/** Starts the programs of a database machine with the files that operators get. */
export function startDatabaseNode(
  machines: Machines,
  machine: DatabaseMachine,
  password: string,
): DatabaseNode {
  const folder = machines.folderOf(machine)
  const data = path.join(folder, 'postgres')
  const file = (name: string) =>
    machines.write(machine, name, readFileSync(path.join(CONFIGURATION, name), 'utf8'))
  machines.write(machine, 'users.txt', `"postgres" "${password}"\n`)
  const settings = { patroni: file('patroni.yml'), pgbouncer: file('pgbouncer.ini') }
  return {
    machine,
    etcd: machines.run(machine, 'etcd', { command: ['/usr/bin/etcd', ...etcdOptions(machine)] }),
    patroni: machines.run(machine, 'patroni', {
      command: ['/usr/bin/patroni', settings.patroni],
      env: {
        PATRONI_NAME: machine,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine}:5432`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_PASSWORD: password,
        PATRONI_REWIND_PASSWORD: password,
      },
    }),
    pgbouncer: machines.run(machine, 'pgbouncer', {
      command: ['/usr/sbin/pgbouncer', '-q', settings.pgbouncer],
    }),
    signalPostgres(signal) {
      const pidFile = path.join(data, 'postmaster.pid')
      const [pid] = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
      if (pid) process.kill(Number(pid), signal)
    },
  }
}

/** Heartbeats for a network between machines, as docs/scaling.md has them. */
function etcdOptions(machine: DatabaseMachine): string[] {
  const members = DATABASE_MACHINES.map((name) => `${name}=http://${name}:2380`)
  return [
    `--name=${machine}`,
    '--data-dir=etcd',
    '--initial-cluster-state=new',
    `--initial-cluster=${members.join(',')}`,
    `--initial-advertise-peer-urls=http://${machine}:2380`,
    `--listen-peer-urls=http://${addressOf(machine)}:2380`,
    `--advertise-client-urls=http://${machine}:2379`,
    `--listen-client-urls=http://${addressOf(machine)}:2379,http://127.0.0.1:2379`,
    '--enable-v2',
    '--heartbeat-interval=500',
    '--election-timeout=5000',
    '--pre-vote',
  ]
}
