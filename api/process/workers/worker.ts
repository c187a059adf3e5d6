import { connectionsPerProcess } from '#api/database/client.ts'
import { findDatabase } from '#api/database/open.ts'
import { followPrimary } from '#api/database/primary.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createCoreServices } from '#api/serve/services.ts'
import { createLog } from '#api/telemetry/log.ts'
import { reportFatalError, runUntilShutdown } from '../lifetime.ts'
import { serve } from '../serve.ts'
import { sendToPrimary, type ToWorker, type WorkerConfig } from './messages.ts'

// The entry point of a worker. Node ends it when the primary process exits.

// A terminal sends Ctrl-C to all processes, but only the primary shuts down the workers.
process.on('SIGINT', () => {}).on('SIGHUP', () => {})

const { settings, database: initialDatabase } = await requestConfig().catch((error: unknown) => {
  reportFatalError(error, createLog('fatal'))
  process.exit(1)
})
const log = createLog(settings.logLevel)

await runUntilShutdown(
  log,
  async (lifetime) => {
    try {
      // Another server may have been promoted since the primary process started.
      const hasSeveral = settings.databaseUrls.length > 1
      const database = hasSeveral ? await findDatabase(settings) : initialDatabase
      const primary = followPrimary(settings, database, log)
      lifetime.onShutdown(primary.stop)
      const core = createCoreServices({
        settings,
        target: primary.target,
        log,
        maxConnections: connectionsPerProcess(settings.workers),
      })
      lifetime.onShutdown(() => core.database.$disconnect())
      await serve(core, primary, lifetime)
      await sendToPrimary({ kind: 'ready' })
    } catch (error) {
      if (error instanceof OperatorError)
        await sendToPrimary({ kind: 'start failed', message: error.message })
      throw error
    }
  },
  {
    signals: ['SIGTERM'],
    // The primary process reports an OperatorError.
    reportError: (error) => {
      if (!(error instanceof OperatorError)) reportFatalError(error, log)
    },
  },
)

async function requestConfig(): Promise<WorkerConfig> {
  const response = new Promise<WorkerConfig>((resolve) => {
    const onMessage = (message: ToWorker) => {
      if (message.kind !== 'config response') return
      process.off('message', onMessage)
      resolve(message.config)
    }
    process.on('message', onMessage)
  })
  await sendToPrimary({ kind: 'config request' })
  return response
}
