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
import { graphqlBodyParser, jsonBodyParser } from '#api/http/body-parsers.ts'
import { privateResponses } from '#api/http/cache-control.ts'
import { compressResponses } from '#api/http/compression.ts'
import { csrfCheck } from '#api/http/csrf.ts'
import { healthz, readyz } from '#api/http/health.ts'
import { canonicalHost, hostCheck } from '#api/http/host.ts'
import { createLoadShedding } from '#api/http/load-shedding.ts'
import { methodCheck } from '#api/http/methods.ts'
import { createMetrics } from '#api/http/metrics.ts'
import { errorHandler, notFound } from '#api/http/problem.ts'
import { createRequestObserver, observeRequests } from '#api/http/request-observer.ts'
import { createRouteLabel } from '#api/http/route-label.ts'
import { securityHeaders } from '#api/http/security-headers.ts'
import { staticFiles } from '#api/http/static-files.ts'
import { createRest } from '#api/rest/routes.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { identifyCaller } from './identity.ts'
import { graphiqlPage } from './pages/graphiql.ts'
import { readPages } from './pages/page-files.ts'
import { clientPages, signInPage } from './pages/pages.ts'
import { schema } from './schema.ts'

const BUILT_CLIENT = path.resolve(import.meta.dirname, '../../web/dist')

interface AppOptions {
  /** The directory of the built client. */
  client?: string | undefined
  /** Tests also run without the fast path, which is optional. */
  hasFastPath?: boolean | undefined
}

/** Wires all HTTP handlers. A request passes them in this order. */
export async function createApp(
  services: Services,
  { client = BUILT_CLIENT, hasFastPath = true }: AppOptions = {},
): Promise<RequestListener> {
  const { settings, log } = services
  const auth = createAuth(services)
  const sessions = await createSessions(services, auth)
  const graphql = createGraphql(schema, services)
  const metrics = createMetrics(settings)
  const observe = createRequestObserver(log, metrics)
  const pages = readPages(client, settings)

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.trustProxy)

  app.use(observeRequests(observe, createRouteLabel(app)), securityHeaders(settings))
  app.get('/healthz', healthz)
  app.get('/readyz', readyz(services))
  app.get('/metrics', metrics.endpoint)

  app.use(methodCheck, hostCheck(settings), canonicalHost(settings))
  app.use(staticFiles(client))
  app.use('/media', createMediaRouter(services))

  app.use(
    privateResponses,
    compressResponses,
    csrfCheck(settings),
    identifyCaller(services, sessions),
  )
  app.use('/graphql', graphiqlPage(), graphqlBodyParser, graphql.handler)
  app.get('/api/login', signInPage(pages))
  app.use('/api/auth', limitChanges)
  app.post('/api/logout', signOut(auth))
  app.use('/api', jsonBodyParser)
  app.use(oidcRoutes(auth, settings))
  app.use('/api/auth', authRoutes(auth))
  app.use('/api', createRest(services, graphql))
  app.use('/api', (_req, res) => notFound(res))
  app.use(clientPages(pages, graphql))
  app.use(errorHandler(log))
  const handler = hasFastPath ? createFastPath({ services, sessions, graphql, observe }, app) : app
  return createLoadShedding(handler, settings, log)
}
