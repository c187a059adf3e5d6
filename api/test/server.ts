import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { createApp } from '../app.ts'
import type { Services } from '../context.ts'
import type { Database } from '../database/client.ts'
import type { Pace } from '../database/replicas.ts'
import type { Way } from '../database/way.ts'
import { createLikeWrites } from '../features/like/like.write.ts'
import { createPostInserts } from '../features/post/post.insert.ts'
import { openReplicas } from '../freshness.ts'
import { createPictures } from '../groundwork.ts'
import { createHttpServer } from '../http/server.ts'
import { IdGenerator } from '../ids.ts'
import { type Limits, noLimits } from '../limits.ts'
import { followChanges } from '../live/changes.ts'
import { createMailer } from '../mailer.ts'
import { createReads } from '../services.ts'
import type { Settings } from '../settings.ts'
import { afterwards } from './afterwards.ts'
import { testDatabase, urlOf } from './database.ts'
import { type Visitor, visitor } from './visitor.ts'

export interface TestServer {
  /** The server's address and PUBLIC_URL, without a slash at its end. */
  url: string
  services: Services
  /** Everything that was logged, a line each. */
  logged: string[]
  /** Somebody new, without cookies. */
  visitor(): Visitor
}

interface TestServerOptions {
  settings?: Partial<Settings>
  /** None unless a test is about them. */
  limits?: Limits
  /** Of the HTTP server: its timeouts. */
  server?: ServerOptions
  /** One that does not answer, say. */
  database?: Database
  /** Milliseconds for which anonymous readers are answered from memory without asking for changes. */
  maxAge?: number
  /** The way to it, where the settings name replicas, and how these are looked after. */
  primary?: { way: Way; pace: Pace }
  /** Where the built client is; nowhere unless a test is about its pages. */
  client?: string
  /** As the run has it, unless a test is about the fast path. */
  hasFastPath?: boolean
}

/** The whole product over HTTP for a test file, on a free port and an empty database of its own. It ends with the file's tests. */
export async function testServer({
  settings,
  limits = noLimits,
  server: options,
  client,
  maxAge = 0,
  hasFastPath = inject('testServer').hasFastPath,
  ...given
}: TestServerOptions = {}): Promise<TestServer> {
  const database = given.database ?? (await testDatabase()).database
  const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-'))
  let app: RequestListener
  const server = createHttpServer((req, res) => app(req, res), options)
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) })
  // A database that does not answer has no changes to follow.
  const changes = await urlOf(database)
    .then((url) => followChanges({ url }, log))
    .catch(() => null)
  const services: Services = {
    settings: {
      port,
      host: 'localhost',
      databaseUrls: [],
      databaseDirectUrls: [],
      databaseReplicaUrls: [],
      redisUrl: undefined,
      dataDir,
      authSecret: 'a secret that is known to tests alone',
      publicUrl: url,
      seed: 'none',
      demoUser: true,
      rateLimit: limits !== noLimits,
      trustProxy: 0,
      metricsToken: undefined,
      smtpUrl: undefined,
      mailFrom: 'Good Vibes <no-reply@localhost>',
      tracing: null,
      logLevel: 'info',
      workers: 1,
      oidc: null,
      bucket: null,
      ...settings,
    },
    database,
    inserts: createPostInserts(database),
    likes: createLikeWrites(database),
    ...createReads(database, changes, maxAge),
    freshness: null,
    ids: new IdGenerator(),
    limits,
    pictures: createPictures({ dataDir, bucket: settings?.bucket ?? null }),
    mail:
      settings?.smtpUrl === undefined
        ? null
        : await createMailer(settings.smtpUrl, 'Good Vibes <hello@vibes.example>', log),
    log,
  }
  if (given.primary)
    services.freshness = await openReplicas(services, given.primary.way, given.primary.pace)
  app = await createApp(services, {
    client: client ?? path.join(dataDir, 'nothing-built'),
    hasFastPath,
  })
  afterwards(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await services.mail?.close()
    await services.freshness?.stop()
    await changes?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { url, services, logged, visitor: () => visitor(url) }
}
