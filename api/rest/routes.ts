import { type Request, Router } from 'express'
import type { Services } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { expressPath } from '#api/http/paths.ts'
import { sendProblem } from '#api/http/problem.ts'
import { accountRoutes } from './account-docs.ts'
import { blockRoutes } from './block-routes.ts'
import { createDocsRouter, docsPaths } from './docs-router.ts'
import { followRoutes } from './follow-routes.ts'
import { handle } from './handle.ts'
import { notificationRoutes } from './notification-routes.ts'
import { postRoutes } from './post-routes.ts'
import { replyRoutes } from './reply-routes.ts'
import { reportRoutes } from './report-routes.ts'
import type { OperationRoute, Route } from './route.ts'
import { shareRoutes } from './share-routes.ts'
import { unsubscribeRoutes } from './unsubscribe-docs.ts'
import { handleUpload, uploadRoute } from './upload.ts'
import { userRoutes } from './user-routes.ts'

const READ = 'GET, HEAD'

const operationRoutes: readonly OperationRoute[] = [
  ...postRoutes,
  ...replyRoutes,
  ...shareRoutes,
  ...userRoutes,
  ...followRoutes,
  ...blockRoutes,
  ...reportRoutes,
  ...notificationRoutes,
]
/** All routes, in the order of the documentation. */
export const routes: readonly Route[] = [...operationRoutes, uploadRoute]

/** What the documentation describes: these routes and the ones that other parts mount. */
export const describedRoutes: readonly Route[] = [...routes, ...unsubscribeRoutes, ...accountRoutes]

/** The REST API, mounted at /api. */
export function createRest({ settings }: Pick<Services, 'settings'>, graphql: Graphql): Router {
  const router = Router()
  for (const route of operationRoutes)
    router[route.method](expressPath(route.path), handle(route, graphql))
  router[uploadRoute.method](expressPath(uploadRoute.path), handleUpload)
  router.use(createDocsRouter(describedRoutes, settings))
  for (const [path, allow] of methodsByPath()) {
    router.all(path, (req: Request, res) => {
      res.set('Allow', allow)
      sendProblem(res, {
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
        detail: `This address supports ${allow}, not ${req.method}.`,
      })
    })
  }
  return router
}

function methodsByPath(): Map<string, string> {
  const byPath = Map.groupBy(routes, ({ path }) => expressPath(path))
  const methods = (each: Route) => (each.method === 'get' ? [READ] : [each.method.toUpperCase()])
  const ofRoutes = [...byPath].map(
    ([path, routes]) => [path, routes.flatMap(methods).join(', ')] as const,
  )
  return new Map([...ofRoutes, ...docsPaths.map((path) => [path, READ] as const)])
}
