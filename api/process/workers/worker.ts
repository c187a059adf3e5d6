import { connectionsPerProcess } from '#api/database/client.ts'
import { findDatabase } from '#api/database/open.ts'
import { followPrimary } from '#api/database/primary.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createCoreServices } from '#api/serve/services.ts'
import { createLog } from '#api/telemetry/log.ts'
import { live, report } from '../lifetime.ts'
import { serve } from '../serve.ts'
import { type Order, type ToWorker, tell } from './messages.ts'

// One of several processes that answer requests. It ends when the one that started it says so, and with it: Node ends a worker
// whose channel is closed.

// Ctrl-C in a terminal reaches every process of the product, and it is the first one's to end the others.
process.on('SIGINT', () => {}).on('SIGHUP', () => {})

const { settings, database: given } = await receiveOrder()
const log = createLog(settings.logLevel)

await live(
  log,
  async (lifetime) => {
    try {
      // Since the first process looked, another may have been promoted.
      const database = settings.databaseUrls.length > 1 ? await findDatabase(settings) : given
      const primary = followPrimary(settings, database, log)
      lifetime.atEnd(primary.stop)
      const core = createCoreServices({
        settings,
        target: primary.target,
        log,
        maxConnections: connectionsPerProcess(settings.workers),
      })
      lifetime.atEnd(() => core.database.$disconnect())
      await serve(core, primary, lifetime)
      await tell({ kind: 'ready' })
    } catch (error) {
      if (error instanceof OperatorError) await tell({ kind: 'refused', sentence: error.message })
      throw error
    }
  },
  {
    signals: ['SIGTERM'],
    // Sentences for the operator were told already, to the process that has a say.
    reportError: (error) => {
      if (!(error instanceof OperatorError)) report(error, log)
    },
  },
)

async function receiveOrder(): Promise<Order> {
  const received = new Promise<Order>((resolve) => {
    const read = (message: ToWorker) => {
      if (message.kind !== 'order') return
      process.off('message', read)
      resolve(message.order)
    }
    process.on('message', read)
  })
  await tell({ kind: 'order request' })
  return received
}
