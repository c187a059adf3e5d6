import { type Request, Router } from 'express'
import type { Services } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { sendProblem } from '#api/http/problem.ts'
import { createDocsRouter, docsPaths } from './docs-router.ts'
import { handle } from './handle.ts'
import { postRoutes } from './post-routes.ts'
import type { OperationRoute, Route } from './route.ts'
import { handleUpload, uploadRoute } from './upload.ts'
import { userRoutes } from './user-routes.ts'

const READ = 'GET, HEAD'

const operationRoutes: readonly OperationRoute[] = [...postRoutes, ...userRoutes]
/** All routes, in the order of the documentation. */
export const routes: readonly Route[] = [...operationRoutes, uploadRoute]

/** The REST API, mounted at /api. */
export function createRest({ settings }: Pick<Services, 'settings'>, graphql: Graphql): Router {
  const router = Router()
  for (const route of operationRoutes)
    router[route.method](expressPath(route), handle(route, graphql))
  router[uploadRoute.method](expressPath(uploadRoute), handleUpload)
  router.use(createDocsRouter(routes, settings))
  for (const [path, allow] of methodsByPath()) {
    router.all(path, (req: Request, res) => {
      res.set('Allow', allow)
      sendProblem(res, {
        status: 405,
        detail: `This address supports ${allow}, not ${req.method}.`,
      })
    })
  }
  return router
}

/** Replaces `{name}` by Express's `:name`. */
function expressPath({ path }: Route): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function methodsByPath(): Map<string, string> {
  const byPath = Map.groupBy(routes, expressPath)
  const methods = (each: Route) => (each.method === 'get' ? [READ] : [each.method.toUpperCase()])
  const ofRoutes = [...byPath].map(
    ([path, routes]) => [path, routes.flatMap(methods).join(', ')] as const,
  )
  return new Map([...ofRoutes, ...docsPaths.map((path) => [path, READ] as const)])
}
