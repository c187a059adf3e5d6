import { findDatabase } from '#api/database/open.ts'
import { followPrimary } from '#api/database/primary.ts'
import { runUntilShutdown, type ShutdownLimits } from '#api/process/lifetime.ts'
import { serve } from '#api/process/serve.ts'
import { createCoreServices } from '#api/serve/services.ts'
import { loadSettings } from '#api/settings/settings.ts'
import { createLog } from '#api/telemetry/log.ts'

// A server with the shutdown limits of its argument. DATABASE_URL is a migrated database.

const settings = loadSettings()
const log = createLog('warn')
await runUntilShutdown(
  log,
  async (lifetime) => {
    const primary = followPrimary(settings, await findDatabase(settings), log)
    lifetime.onShutdown(primary.stop)
    const core = createCoreServices({ settings, target: primary.target, log, maxConnections: 5 })
    lifetime.onShutdown(() => core.database.$disconnect())
    await serve(core, primary, lifetime)
    console.log('Listening.')
  },
  { limits: JSON.parse(process.argv[2] ?? '') as ShutdownLimits },
)
