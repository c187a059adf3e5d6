import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DocumentNode, type ExecutionResult, parse } from 'graphql'
import type { Context, CoreServices, Services, Viewer } from '#api/context.ts'
import { createPictureStore } from '#api/features/media/picture-store.ts'
import { createGraphql, type Graphql } from '#api/graphql/yoga.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { type Limits, noLimits } from '#api/limits/rate-limits.ts'
import { followChanges } from '#api/live/changes.ts'
import { schema } from '#api/serve/schema.ts'
import { createServices } from '#api/serve/services.ts'
import type { Settings } from '#api/settings/settings.ts'
import { testDatabase } from '../database/database.ts'
import { type StatementLog, statementLog } from '../database/statements.ts'
import { aViewer } from '../people/a-viewer.ts'
import { type Seeds, seeds } from '../people/seeds.ts'
import { registerCleanup } from '../register-cleanup.ts'
import { recordingLog } from './recording-log.ts'
import { PATIENT_FEED, testSettings } from './settings.ts'

/** An account or an anonymous client that calls the API. */
export interface Caller {
  // biome-ignore lint/suspicious/noExplicitAny: the test's document determines the type
  run<Data = any>(
    document: string,
    variables?: Record<string, unknown>,
  ): Promise<ExecutionResult<Data>>
  /** Runs an operation, and throws if it has errors. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  data<Data = any>(document: string, variables?: Record<string, unknown>): Promise<Data>
  execute(document: DocumentNode, variables?: Record<string, unknown>): Promise<ExecutionResult>
  context: Context
}

export interface TestApi extends Seeds {
  services: Services
  graphql: Graphql
  /** The log as JSON lines. */
  logLines: string[]
  statements: StatementLog
  as(user: Pick<Viewer, 'id'> & Partial<Viewer>, clientAddress?: string): Caller
  asDemoUser(clientAddress?: string): Caller
  anonymous: Caller
}

interface TestApiOptions {
  settings?: Partial<Settings>
  /** The default is no limits. */
  limits?: Limits
  /** How long anonymous responses may be served from memory unchecked, in milliseconds. */
  maxAgeMs?: number
}

let requests = 0

/** The GraphQL API without HTTP, on an empty database. */
export async function testApi({
  settings,
  limits = noLimits,
  maxAgeMs = 0,
}: TestApiOptions = {}): Promise<TestApi> {
  const { url } = await testDatabase()
  const { database, statements } = statementLog(url)
  const dataDir = path.join(tmpdir(), `good-vibes-nowhere-${process.pid}`)
  const { log, logLines } = recordingLog()
  const changes = await followChanges({ url }, log, PATIENT_FEED)
  registerCleanup(changes.close)
  const core: CoreServices = {
    settings: { ...testSettings, dataDir, ...settings },
    database,
    pictures: createPictureStore(dataDir),
    log,
  }
  const services = await createServices(core, { changes, limits, maxAgeMs })
  const graphql = createGraphql(schema, services)

  function caller(viewer: Viewer | null, clientAddress = '192.0.2.1'): Caller {
    const context = { ...services, viewer, clientAddress, requestId: `request-${++requests}` }
    const execute: Caller['execute'] = (document, variables = {}) =>
      graphql.execute(document, variables, context)
    const run: Caller['run'] = async (document, variables) =>
      (await execute(parse(document), variables)) as never
    return {
      run,
      execute,
      context,
      async data(document, variables) {
        const { data, errors } = await run(document, variables)
        if (errors)
          throw new Error(errors.map(({ message }) => message).join('\n'), {
            // A masked error says nothing. The log has its cause.
            cause: logLines.findLast((line) => line.includes(`"${context.requestId}"`)),
          })
        return data as never
      },
    }
  }

  return {
    ...seeds(services),
    services,
    graphql,
    logLines,
    statements,
    as: (account, address) => caller(aViewer(account), address),
    asDemoUser: (address) => caller(aViewer({ id: DEMO_USER_UUID, isDemo: true }), address),
    anonymous: caller(null),
  }
}
