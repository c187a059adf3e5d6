import type { RequestListener } from 'node:http'
import path from 'node:path'
import express from 'express'
import type { Services } from './context.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { limitChanges } from './features/auth/account-limits.ts'
import { createAuth } from './features/auth/auth.ts'
import { oidcRoutes } from './features/auth/oidc.routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { signOut } from './features/auth/session.http.ts'
import { createSessions } from './features/auth/session.ts'
import { createMediaFiles } from './features/media/media.routes.ts'
import { graphqlBodies, jsonBodies } from './http/bodies.ts'
import { privateAnswers } from './http/caching.ts'
import { compressed } from './http/compressed.ts'
import { graphiqlPage } from './http/graphiql.ts'
import { healthz, readyz } from './http/health.ts'
import { canonicalHost, hostCheck } from './http/host.ts'
import { identity } from './http/identity.ts'
import { methodCheck } from './http/methods.ts'
import { createMetrics } from './http/metrics.ts'
import { readPages } from './http/page-files.ts'
import { clientPages, signInPage } from './http/pages.ts'
import { answerErrors, notFound } from './http/problem.ts'
import { createRecorder, requestRecord } from './http/request-record.ts'
import { createRouteLabel } from './http/route-label.ts'
import { securityHeaders } from './http/security-headers.ts'
import { staticFiles } from './http/static-files.ts'
import { writeCheck } from './http/write-check.ts'
import { createLoadShedding } from './overload/load-shedding.ts'
import { createRest } from './rest/routes.ts'
import { createGraphql } from './yoga.ts'

const BUILT_CLIENT = path.resolve(import.meta.dirname, '../web/dist')

interface AppOptions {
  /** The folder of the built client. */
  client?: string | undefined
  /** Tests turn the fast path off: the product is complete without it. */
  hasFastPath?: boolean | undefined
}

/** The whole product behind one address, in the order in which a request passes. */
export async function createApp(
  services: Services,
  { client = BUILT_CLIENT, hasFastPath = true }: AppOptions = {},
): Promise<RequestListener> {
  const { settings, log } = services
  const auth = createAuth(services)
  const sessions = await createSessions(services, auth)
  const graphql = createGraphql(services)
  const metrics = createMetrics(settings)
  const record = createRecorder(log, metrics)
  const pages = readPages(client, settings)

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.trustProxy)

  app.use(requestRecord(record, createRouteLabel(app)), securityHeaders(settings))
  app.get('/healthz', healthz)
  app.get('/readyz', readyz(services))
  app.get('/metrics', metrics.endpoint)

  app.use(methodCheck, hostCheck(settings), canonicalHost(settings))
  app.use(staticFiles(client))
  app.use('/media', createMediaFiles(services))

  app.use(privateAnswers, compressed, writeCheck(settings), identity(services, sessions))
  app.use('/graphql', graphiqlPage(), graphqlBodies, graphql.handler)
  app.get('/api/login', signInPage(pages))
  app.use('/api/auth', limitChanges)
  app.post('/api/logout', signOut(auth))
  app.use('/api', jsonBodies)
  app.use(oidcRoutes(auth, settings))
  app.use('/api/auth', authRoutes(auth))
  app.use('/api', createRest(services, graphql))
  app.use('/api', (_req, res) => notFound(res))
  app.use(clientPages(pages, graphql))
  app.use(answerErrors(log))
  const handler = hasFastPath ? createFastPath({ services, sessions, graphql, record }, app) : app
  return createLoadShedding(handler, settings, log)
}
