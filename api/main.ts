import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { lockDataDir } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { seedDemo } from './database/seed.ts'
import { ensureDemoUser } from './database/seed-demo-user.ts'
import { listen } from './http/listen.ts'
import { type Lifetime, live, report } from './lifetime.ts'
import { createLog } from './log.ts'
import { createServices } from './services.ts'
import { loadSettings, type Settings } from './settings.ts'
import { startSweeping } from './sweeping.ts'

try {
  const settings = loadSettings()
  const log = createLog(settings.logLevel)
  await live(log, (lifetime) => start(settings, log, lifetime))
} catch (error) {
  report(error, createLog('fatal'))
  process.exit(1)
}

/** The server, from its settings to the line that says where it is. */
async function start(settings: Settings, log: Logger, { atEnd, asked, forced }: Lifetime): Promise<void> {
  const lock = lockDataDir(settings.dataDir)
  atEnd(lock.release)
  // A port that is taken is said at once, not after all the rest.
  await (await listen(() => {}, settings)).close()
  const database = await openDatabase(settings, (sentence) => log.info(sentence))
  atEnd(database.close)
  asked.throwIfAborted()
  const applied = await migrate(database.directUrl)
  if (applied.length > 0) log.info({ migrations: applied }, 'Migrated the database')

  const services = await createServices(settings, database, log)
  atEnd(() => services.database.$disconnect())
  asked.throwIfAborted()
  await ensureDemoUser(services)
  if (settings.seed === 'demo') await seedDemo(services)

  asked.throwIfAborted()
  const server = await listen(await createApp(services), settings)
  forced.addEventListener('abort', server.breakOff)
  atEnd(startSweeping(services).stop)
  atEnd(server.close)
  lock.announce(settings.publicUrl)
  if (!settings.rateLimit)
    console.log('RATE_LIMIT is off: nothing slows down whoever guesses passwords. That is for benchmarks and tests alone.')
  console.log(`Good Vibes is ready at ${settings.publicUrl}`)
}
