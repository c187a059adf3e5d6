import { createDatabase } from '#api/database/client.ts'
import { createWebhookWorker } from '#api/features/webhook/worker.ts'
import { followChanges } from '#api/live/changes.ts'
import { schema } from '#api/serve/schema.ts'
import { createPictures, createServices } from '#api/serve/services.ts'
import { createLog } from '#api/telemetry/log.ts'
import { testSettings } from '#api/test/servers/settings.ts'

// Delivers webhooks of a database until it is killed. Environment: DATABASE_URL, LEASE_MS.

const { DATABASE_URL = '', LEASE_MS } = process.env
const settings = { ...testSettings, webhookAllowPrivate: true }
const log = createLog('error')
const core = {
  settings,
  log,
  database: createDatabase(DATABASE_URL),
  pictures: createPictures(settings),
}
const changes = await followChanges({ url: DATABASE_URL }, log)
const services = await createServices(core, { changes })
createWebhookWorker({ services, schema, changes, leaseMs: Number(LEASE_MS) }).start()
// It ends with the process that started it.
process.stdin.on('end', () => process.exit()).resume()
console.log('ready')
