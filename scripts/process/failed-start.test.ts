import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir, startProduct } from '../../e2e/server.ts'
import { processesOn, runCommand } from './commands.ts'

const FAILING_STEP = path.join(import.meta.dirname, 'failing-step.process.js')
const DATA_DIR = emptyDataDir()
const DATABASE_URL = await emptyDatabase()
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** What a shell of an operator may set for other programs. Each alone breaks a connection. */
const POSTGRES_VARIABLES = {
  PGHOST: '192.0.2.1',
  PGPORT: '1',
  PGUSER: 'another',
  PGPASSWORD: 'wrong',
  PGDATABASE: 'another',
  PGDATA: '/nowhere',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c default_transaction_read_only=on',
  PGREPLICATION: 'true',
  PGCLIENT_ENCODING: 'LATIN1',
  PGBINARY: 'true',
  PGCONNECT_TIMEOUT: '0.001',
}

test('the server and its commands start whatever the shell sets for PostgreSQL', async () => {
  const product = await startProduct({ DATA_DIR, SEED: 'none', ...POSTGRES_VARIABLES })
  try {
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    const command = ['api/ops/cli/main.ts', 'report', '--year', '2026']
    const { code, stderr } = await runCommand(command, { DATA_DIR, ...POSTGRES_VARIABLES })
    expect([code, stderr]).toEqual([0, ''])
  } finally {
    expect(await product.stop()).toBe(0)
  }
})

/** A step of a start, with the settings that it needs. */
type Step = [name: string, settings?: NodeJS.ProcessEnv]

/** The first that leaves each kind of thing open: a lock, a port, a database, work, processes. */
const steps: readonly Step[] = [
  ['api/database/lock.ts#lockDataDir'],
  ['api/http/startup-server.ts#openStartupServer.handOver'],
  ['api/database/embedded/supervisor.ts#superviseDatabase'],
  ['api/database/migrate.ts#migrate'],
  ['api/ops/jobs.ts#createJobs.start'],
  ['api/features/webhook/worker.ts#createWebhookWorker.start'],
  ['api/process/serve.ts#serve'],
  ['api/process/workers/primary.ts#startWorkers', { WEB_CONCURRENCY: '2' }],
]

/** What `npm run test:all` adds: every other step. */
const otherSteps: readonly Step[] = [
  ['api/http/startup-server.ts#openStartupServer'],
  ['api/http/startup-server.ts#openStartupServer.showMigrating'],
  ['api/database/open.ts#openDatabase', { DATABASE_URL }],
  ['api/database/embedded/cluster.ts#ensureCluster'],
  ['api/database/embedded/ballast.ts#maintainBallast'],
  ['api/database/embedded/cluster.ts#urlOfDatabase'],
  ['api/ops/backup/interrupted-restore.ts#reportInterruptedRestore'],
  ['api/ops/backup/before-upgrade.ts#backUpBeforeUpgrade'],
  ['api/database/primary.ts#followPrimary'],
  ['api/serve/services.ts#createCoreServices'],
  ['demo/seed-demo-user.ts#ensureDemoUser'],
  ['demo/seed.ts#seedDemo', { SEED: 'demo' }],
  ['api/ops/jobs.ts#createJobs'],
  ['api/serve/services.ts#createServices'],
  ['api/live/changes.ts#followChanges'],
  ['api/serve/services.ts#openReplicaRouter', { DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL }],
  ['api/serve/app.ts#createApp'],
  ['api/features/webhook/worker.ts#createWebhookWorker'],
  ['api/process/release-memory.ts#releaseSpareMemory'],
  ['api/features/feed/recent-posts.ts#RecentPostsCache.get'],
  ['api/limits/redis.ts#openRedis', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ['api/telemetry/tracing.ts#startTracing', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }],
  ['api/http/startup-server.ts#openStartupServer.abort', { WEB_CONCURRENCY: '2' }],
  ['api/database/lock.ts#lockDataDir.announce'],
  ['api/process/workers/messages.ts#sendToPrimary', { WEB_CONCURRENCY: '2' }],
]

const isComplete = process.env.TEST_ALL === 'on'

test.each([...steps, ...(isComplete ? otherSteps : [])])(
  'a start that fails in %s stops everything that it started',
  async (step, settings = {}) => {
    const { code, stdout, stderr } = await runCommand(['api/main.ts'], {
      DATA_DIR,
      PORT: String(await freePort()),
      SEED: 'none',
      WEB_CONCURRENCY: '1',
      ...settings,
      NODE_OPTIONS: `--import ${FAILING_STEP}`,
      FAILING_STEP: step,
    })
    expect(code).toBe(1)
    expect(stdout).not.toContain('is ready at')
    expect(stdout + stderr).toContain('An injected failure.')
    // An unexpected error has its stack in the log, in one line.
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(processesOn(DATA_DIR)).toEqual([])
  },
)
