import type { RequestListener } from 'node:http'
import path from 'node:path'
import express from 'express'
import type { Services } from '#api/context.ts'
import { createApiTokens } from '#api/features/api-token/api-token.read.ts'
import { limitChanges } from '#api/features/auth/account/change-limit.ts'
import { refuseTokens } from '#api/features/auth/common/refuse-tokens.ts'
import { oidcRoutes } from '#api/features/auth/oidc/oidc.routes.ts'
import { authRoutes } from '#api/features/auth/routes.ts'
import { mount } from '#api/features/auth/session/account-route.ts'
import { createAuth } from '#api/features/auth/session/auth.ts'
import { signOut } from '#api/features/auth/session/session.http.ts'
import { createSessions } from '#api/features/auth/session/session.ts'
import { createMediaRouter } from '#api/features/media/media.routes.ts'
import { reportPicture } from '#api/features/moderation/report-picture.routes.ts'
import { confirmUnsubscribe, unsubscribe } from '#api/features/notification/unsubscribe.routes.ts'
import { createGraphql } from '#api/graphql/yoga.ts'
import { accountCheck } from '#api/http/account-check.ts'
import { graphqlBodyParser, jsonBodyParser } from '#api/http/body-parsers.ts'
import { bodyTypeCheck } from '#api/http/body-type.ts'
import { catchErrors } from '#api/http/catch-errors.ts'
import { createClientAddress } from '#api/http/client-address.ts'
import { compressResponses } from '#api/http/compression.ts'
import { csrfCheck } from '#api/http/csrf.ts'
import { healthz, readyz } from '#api/http/health.ts'
import { canonicalHost, hostCheck } from '#api/http/host.ts'
import { createLoadShedding } from '#api/http/load-shedding.ts'
import { methodCheck } from '#api/http/methods.ts'
import { createMetrics } from '#api/http/metrics.ts'
import { exactPath } from '#api/http/paths.ts'
import { errorHandler, notFound } from '#api/http/problem.ts'
import { nameRateLimits, sendRateLimits } from '#api/http/rate-limit-headers.ts'
import { createRequestObserver, observeRequests } from '#api/http/request-observer.ts'
import { noIndexing, privateResponses } from '#api/http/response-headers.ts'
import { createRouteLabel } from '#api/http/route-label.ts'
import { securityHeaders } from '#api/http/security-headers.ts'
import { staticFiles } from '#api/http/static-files.ts'
import { llmsFile } from '#api/rest/docs-router.ts'
import { createRest } from '#api/rest/routes.ts'
import { crawlerFiles } from '#api/syndication/crawler.routes.ts'
import { feedFiles } from '#api/syndication/feed-files.routes.ts'
import { oembedEndpoint } from '#api/syndication/oembed.routes.ts'
import * as accountApi from '#rules/account-api.ts'
import { JOIN_PATTERN, paths, reportPicturePath, unsubscribePath } from '#rules/paths.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { identifyCaller } from './identity.ts'
import { redirectAtName } from './pages/at-name.ts'
import { graphiqlPage } from './pages/graphiql.ts'
import { joinPage } from './pages/join-page.ts'
import { readPages } from './pages/page-files.ts'
import { clientPages, signInPage } from './pages/pages.ts'
import { signInForm } from './pages/sign-in-form.ts'
import { schema } from './schema.ts'

const BUILT_CLIENT = path.resolve(import.meta.dirname, '../../web/dist')

interface AppOptions {
  /** The directory of the built client. */
  client?: string | undefined
  /** Tests also run without the fast path, which is optional. */
  hasFastPath?: boolean | undefined
}

export async function createApp(
  services: Services,
  { client = BUILT_CLIENT, hasFastPath = true }: AppOptions = {},
): Promise<RequestListener> {
  const { app, ...parts } = await wireHandlers(services, client)
  const handler = hasFastPath ? createFastPath({ services, ...parts }, app) : app
  const { settings, log } = services
  const guarded = (listener: RequestListener) => catchErrors(listener, settings, log)
  // Admission calls the handler later, when a body is complete.
  return guarded(
    createLoadShedding(guarded(handler), { settings, log, addressOf: parts.addressOf }),
  )
}

/** Wires all HTTP handlers. A request passes them in this order. */
export async function wireHandlers(services: Services, client: string) {
  const { settings, log } = services
  const auth = createAuth(services)
  const sessions = createSessions(services, auth)
  const apiTokens = createApiTokens(services)
  const graphql = createGraphql(schema, services)
  const metrics = createMetrics(settings)
  const observe = createRequestObserver(log, metrics)
  const addressOf = createClientAddress(settings, log)
  const pages = readPages(client, settings)

  const app = express()
  app.disable('x-powered-by')
  // In other environments, Express shows stacks for errors in `errorHandler`.
  app.set('env', 'production')
  app.set('trust proxy', settings.trustProxy)

  app.use(observeRequests(observe, createRouteLabel(app)), securityHeaders(settings))
  app.get('/healthz', healthz)
  app.get('/readyz', readyz(services))
  app.get('/metrics', metrics.endpoint)

  if (!settings.indexing) app.use(noIndexing)
  app.use(methodCheck, hostCheck(settings), canonicalHost(settings))
  app.get('/llms.txt', llmsFile(settings))
  app.use(redirectAtName)
  app.use(staticFiles(client))
  app.use('/media', createMediaRouter(services))
  app.use(crawlerFiles(services))

  // Mail providers send a form, from another site and without a session.
  app
    .route(unsubscribePath(':token'))
    .get(privateResponses, confirmUnsubscribe(services))
    .post(privateResponses, unsubscribe(services))
  app.use(['/graphql', '/api'], nameRateLimits(settings))
  app.use(
    privateResponses,
    compressResponses,
    csrfCheck(settings),
    bodyTypeCheck,
    identifyCaller(services, sessions, apiTokens, addressOf),
  )
  app.use(['/graphql', '/api'], sendRateLimits)
  app.use('/api', accountCheck)
  app.use('/graphql', exactPath('/graphql'), graphiqlPage(), graphqlBodyParser, graphql.handler)
  app.get(paths.signIn, signInPage(pages))
  app.post(paths.signIn, refuseTokens, signInForm(auth, pages))
  app.get(JOIN_PATTERN, joinPage(pages))
  app.use(feedFiles(settings, graphql), oembedEndpoint(settings, graphql))
  app.get(reportPicturePath(':reportId'), reportPicture(services))
  app.use(['/api/auth', accountApi.signOut.path], refuseTokens)
  app.use('/api/auth', limitChanges)
  mount(app, accountApi.signOut, signOut(auth))
  app.use('/api', jsonBodyParser)
  app.use(oidcRoutes(auth, settings), authRoutes(auth))
  app.use('/api', createRest(services, graphql))
  app.use('/api', (_req, res) => notFound(res))
  app.use(clientPages(pages, graphql))
  app.use(errorHandler(log))
  return { app, sessions, apiTokens, graphql, observe, addressOf }
}
