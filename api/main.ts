import type { Logger } from 'pino'
import { seedDemo } from '#demo/seed.ts'
import { ensureDemoUser } from '#demo/seed-demo-user.ts'
import { connectionsPerProcess } from './database/client.ts'
import { watchRoom } from './database/embedded/ballast.ts'
import { keepAlive } from './database/embedded/keeper.ts'
import { lockDataDir } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { followPrimary } from './database/primary.ts'
import { openWaitingRoom } from './http/waiting-room.ts'
import { backUpBeforeUpgrade } from './ops/backup/before-upgrade.ts'
import { tellOfBrokenRestore } from './ops/backup/broken-off.ts'
import { createSweeping } from './ops/cleanup.ts'
import { type Lifetime, live, report } from './process/lifetime.ts'
import { createCoreServices } from './serve/services.ts'
import { loadSettings, type Settings } from './settings/settings.ts'
import { createLog } from './telemetry/log.ts'

/** Seeding and sweeping do one thing after the other, in a transaction. */
const OWN_CONNECTIONS = 2

try {
  const settings = loadSettings()
  const log = createLog(settings.logLevel)
  await live(log, (lifetime) => start(settings, log, lifetime))
} catch (error) {
  report(error, createLog('fatal'))
  process.exit(1)
}

/** The server, from its settings to the line that says where it is. */
async function start(settings: Settings, log: Logger, lifetime: Lifetime): Promise<void> {
  const { atEnd, asked, fail } = lifetime
  const lock = lockDataDir(settings.dataDir)
  atEnd(lock.release)
  // A port that is taken is said at once, not after all the rest.
  const waitingRoom = await openWaitingRoom(settings)
  atEnd(waitingRoom.close)
  const database = await openDatabase(settings, (sentence) => log.info(sentence))
  atEnd(database.close)
  if (database.embedded) {
    atEnd(keepAlive(database.embedded, log, fail).stop)
    atEnd(watchRoom(database.embedded.home, log).stop)
  }
  asked.throwIfAborted()
  const before = await tellOfBrokenRestore(database.directUrl, settings.dataDir)
  if (before) log.warn(before)
  waitingRoom.migrating()
  const saved = await backUpBeforeUpgrade(settings, database, asked)
  if (saved) log.info({ file: saved }, 'Backed up the database before it is migrated')
  const applied = await migrate(database.directUrl)
  if (applied.migrations.length + applied.functions.length > 0)
    log.info(applied, 'Migrated the database')

  const isOnlyProcess = settings.workers === 1
  const primary = followPrimary(settings, database, log)
  atEnd(primary.stop)
  const core = createCoreServices({
    settings,
    target: primary.target,
    log,
    maxConnections: isOnlyProcess ? connectionsPerProcess(1) : OWN_CONNECTIONS,
  })
  atEnd(() => core.database.$disconnect())
  asked.throwIfAborted()
  await ensureDemoUser(core)
  if (settings.seed === 'demo') await seedDemo(core)

  const sweeping = createSweeping(core, asked)
  // It may be waiting for pictures elsewhere: whoever is being answered comes first.
  atEnd(sweeping.stop)
  asked.throwIfAborted()
  // A process that only starts workers does not load what answers requests.
  if (isOnlyProcess) {
    const { serve } = await import('./process/serve.ts')
    await serve(core, primary, lifetime, waitingRoom.handOver)
  } else {
    const { startWorkers } = await import('./process/workers/primary.ts')
    // Two processes cannot listen on one port, so connections are refused until the first worker listens.
    await waitingRoom.leave()
    await startWorkers({ settings, database }, log, lifetime)
  }
  sweeping.start()
  lock.announce(settings.publicUrl)
  if (!settings.rateLimit)
    console.log(
      'RATE_LIMIT is off: nothing slows down whoever guesses passwords. That is for benchmarks and tests alone.',
    )
  console.log(`Good Vibes is ready at ${settings.publicUrl}`)
}
