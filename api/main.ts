import type { Logger } from 'pino'
import { seedDemo } from '#demo/seed.ts'
import { ensureDemoUser } from '#demo/seed-demo-user.ts'
import { connectionsPerProcess } from './database/client.ts'
import { maintainBallast } from './database/embedded/ballast.ts'
import { superviseDatabase } from './database/embedded/supervisor.ts'
import { lockDataDir } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { followPrimary } from './database/primary.ts'
import { openStartupServer } from './http/startup-server.ts'
import { backUpBeforeUpgrade } from './ops/backup/before-upgrade.ts'
import { reportInterruptedRestore } from './ops/backup/interrupted-restore.ts'
import { createJobs } from './ops/jobs.ts'
import { type Lifetime, reportFatalError, runUntilShutdown } from './process/lifetime.ts'
import { createCoreServices } from './serve/services.ts'
import { loadSettings, type Settings } from './settings/settings.ts'
import { createLog } from './telemetry/log.ts'

/** For the seed and the jobs, each of which runs one transaction at a time. */
const PRIMARY_CONNECTIONS = 2

try {
  const settings = loadSettings()
  const log = createLog(settings.logLevel)
  await runUntilShutdown(log, (lifetime) => start(settings, log, lifetime))
} catch (error) {
  reportFatalError(error, createLog('fatal'))
  process.exit(1)
}

async function start(settings: Settings, log: Logger, lifetime: Lifetime): Promise<void> {
  const { onShutdown, shutdownRequested, fail } = lifetime
  const lock = lockDataDir(settings.dataDir)
  onShutdown(lock.release)
  // Listens first, so that a port in use is reported at once.
  const startupServer = await openStartupServer(settings)
  onShutdown(startupServer.close)
  const database = await openDatabase(settings, (message) => log.info(message), shutdownRequested)
  onShutdown(database.close)
  if (database.embedded) {
    onShutdown(superviseDatabase(database.embedded, log, fail).stop)
    onShutdown(maintainBallast(database.embedded.home, log).stop)
  }
  shutdownRequested.throwIfAborted()
  const warning = await reportInterruptedRestore(database.directUrl, settings.dataDir)
  if (warning) log.warn(warning)
  startupServer.showMigrating()
  const backup = await backUpBeforeUpgrade(settings, database, shutdownRequested)
  if (backup) log.info({ file: backup }, 'Backed up the database before migrating it')
  const applied = await migrate(database.directUrl)
  if (applied.migrations.length + applied.functions.length > 0)
    log.info(applied, 'Migrated the database')

  const isOnlyProcess = settings.workers === 1
  const primary = followPrimary(settings, database, log)
  onShutdown(primary.stop)
  const core = createCoreServices({
    settings,
    target: primary.target,
    log,
    maxConnections: isOnlyProcess ? connectionsPerProcess(1) : PRIMARY_CONNECTIONS,
  })
  onShutdown(() => core.database.$disconnect())
  shutdownRequested.throwIfAborted()
  await ensureDemoUser(core)
  if (settings.seed === 'demo') await seedDemo(core)

  const jobs = createJobs(core, shutdownRequested)
  // Shutdown runs in reverse order: it finishes requests before it waits for the jobs.
  onShutdown(jobs.stop)
  shutdownRequested.throwIfAborted()
  // A primary process does not load the modules that handle requests.
  if (isOnlyProcess) {
    const { serve } = await import('./process/serve.ts')
    await serve(core, primary, lifetime, startupServer.handOver)
  } else {
    const { startWorkers } = await import('./process/workers/primary.ts')
    // Frees the port for the workers; connections are refused until the first one listens.
    await startupServer.abort()
    await startWorkers({ settings, database }, log, lifetime)
  }
  jobs.start()
  lock.announce(settings.publicUrl)
  if (!settings.rateLimit)
    console.log(
      'RATE_LIMIT is off: attackers can guess passwords without limit. ' +
        'Use this for benchmarks and tests only.',
    )
  console.log(`Good Vibes is ready at ${settings.publicUrl}`)
}
