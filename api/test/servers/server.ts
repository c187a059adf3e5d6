import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { type AddressInfo, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { Services } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import type { ConnectionTarget } from '#api/database/connection-target.ts'
import type { ReplicaTimings } from '#api/database/replicas/replicas.ts'
import { createHttpServer } from '#api/http/server.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { type Limits, noLimits } from '#api/limits/rate-limits.ts'
import { followChanges } from '#api/live/changes.ts'
import { type Clock, systemClock } from '#api/live/clock.ts'
import { createApp } from '#api/serve/app.ts'
import { createPictures, createServices, openReplicaRouter } from '#api/serve/services.ts'
import type { Settings } from '#api/settings/settings.ts'
import { testDatabase, urlOf } from '../database/database.ts'
import { createBrowser, type TestBrowser } from '../people/browser.ts'
import { registerCleanup } from '../register-cleanup.ts'
import { recordingLog } from './recording-log.ts'
import { PATIENT_FEED, testSettings } from './settings.ts'

// Where localhost has two addresses, Node would try the other one after 250 ms.
setDefaultAutoSelectFamilyAttemptTimeout(60_000)

export interface TestServer {
  /** The server's address and PUBLIC_URL, without a slash at its end. */
  url: string
  services: Services
  /** The log as JSON lines. */
  logLines: string[]
  /** Node's server, whose timeouts a test may change. */
  http: Server
  /** A new client without cookies. */
  browser(): TestBrowser
}

interface TestServerOptions {
  settings?: Partial<Settings>
  /** The default is no limits. */
  limits?: Limits
  /** Options of the HTTP server, such as timeouts. */
  server?: ServerOptions
  /** The default is a new test database. */
  database?: Database
  /** How long anonymous responses may be served from memory unchecked, in milliseconds. */
  maxAgeMs?: number
  /** The clock of streams. */
  clock?: Clock
  /** The primary, if the settings name replicas, and how often these are polled. */
  primary?: { target: ConnectionTarget; timings: ReplicaTimings }
  /** The folder of the built web client; the default is none. */
  client?: string
  /** The default is the test run's setting. */
  hasFastPath?: boolean
}

/** Starts the server on a free port and an empty database. It stops after the tests of the file. */
export async function testServer({
  settings,
  limits = noLimits,
  server: options,
  client,
  maxAgeMs = 0,
  clock = systemClock,
  hasFastPath = inject('testServer').hasFastPath,
  ...rest
}: TestServerOptions = {}): Promise<TestServer> {
  const database = rest.database ?? (await testDatabase()).database
  const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-'))
  let app: RequestListener
  const server = createHttpServer((req, res) => app(req, res), options)
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  const { log, logLines } = recordingLog()
  // An unreachable database has no changes to follow.
  const directUrl = rest.primary ? Promise.resolve(rest.primary.target.url) : urlOf(database)
  const changes = await directUrl
    .then((url) => followChanges({ url }, log, PATIENT_FEED))
    .catch(() => null)
  const core = {
    settings: {
      ...testSettings,
      port,
      dataDir,
      publicUrl: url,
      mailFrom: 'Good Vibes <hello@vibes.example>',
      rateLimit: limits !== noLimits,
      ...settings,
    },
    database,
    pictures: createPictures({ dataDir, bucket: settings?.bucket ?? null }),
    log,
  }
  const services = await createServices(core, {
    changes,
    limits,
    // A test's database may not respond.
    ids: new IdGenerator(),
    maxAgeMs,
    clock,
  })
  if (rest.primary)
    services.replicas = await openReplicaRouter(services, rest.primary.target, rest.primary.timings)
  app = await createApp(services, {
    client: client ?? path.join(dataDir, 'nothing-built'),
    hasFastPath,
  })
  registerCleanup(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await services.mail?.close()
    await services.replicas?.stop()
    await changes?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { url, services, logLines, http: server, browser: () => createBrowser(url) }
}
