import type { RequestListener } from 'node:http'
import path from 'node:path'
import express from 'express'
import type { Services } from '#api/context.ts'
import { limitChanges } from '#api/features/auth/account/change-limit.ts'
import { oidcRoutes } from '#api/features/auth/oidc/oidc.routes.ts'
import { authRoutes } from '#api/features/auth/routes.ts'
import { createAuth } from '#api/features/auth/session/auth.ts'
import { signOut } from '#api/features/auth/session/session.http.ts'
import { createSessions } from '#api/features/auth/session/session.ts'
import { createMediaRouter } from '#api/features/media/media.routes.ts'
import { createGraphql } from '#api/graphql/yoga.ts'
import { graphqlBodies, jsonBodies } from '#api/http/bodies.ts'
import { privateAnswers } from '#api/http/caching.ts'
import { compressed } from '#api/http/compressed.ts'
import { healthz, readyz } from '#api/http/health.ts'
import { canonicalHost, hostCheck } from '#api/http/host.ts'
import { createLoadShedding } from '#api/http/load-shedding.ts'
import { methodCheck } from '#api/http/methods.ts'
import { createMetrics } from '#api/http/metrics.ts'
import { answerErrors, notFound } from '#api/http/problem.ts'
import { createRecorder, requestRecord } from '#api/http/request-record.ts'
import { createRouteLabel } from '#api/http/route-label.ts'
import { securityHeaders } from '#api/http/security-headers.ts'
import { staticFiles } from '#api/http/static-files.ts'
import { writeCheck } from '#api/http/write-check.ts'
import { createRest } from '#api/rest/routes.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { identity } from './identity.ts'
import { graphiqlPage } from './pages/graphiql.ts'
import { readPages } from './pages/page-files.ts'
import { clientPages, signInPage } from './pages/pages.ts'
import { schema } from './schema.ts'

const BUILT_CLIENT = path.resolve(import.meta.dirname, '../../web/dist')

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
  const graphql = createGraphql(schema, services)
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
  app.use('/media', createMediaRouter(services))

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
