import type { Application, Request } from 'express'
import { routedPath } from './paths.ts'

/** The part of Express's router that its types lack. */
interface RouterListing {
  listRoutes(): { path: unknown; router?: RouterListing }[]
}

interface LabeledRoute {
  /** The path at which the route's router is mounted. */
  prefix: string
  label: string
}

const OTHER_PREFIXES = new Set(['/api', '/graphql', '/assets', '/media'])

/**
 * Labels a request with the pattern of its route. Labels come from a fixed table, so invented paths
 * add none to the metrics.
 */
export function createRouteLabel(app: Application): (req: Request) => string {
  let table: Map<string, LabeledRoute[]> | null = null
  return (req) => {
    table ??= createTable(app.router as unknown as RouterListing)
    const path = routedPath(req)
    const pattern: unknown = req.route?.path
    const routes = typeof pattern === 'string' ? table.get(pattern) : undefined
    const route = routes?.find(({ prefix }) => path.startsWith(prefix))
    if (route) return route.label
    const prefix = `/${path.split('/')[1]}`
    return OTHER_PREFIXES.has(prefix) ? prefix : 'page'
  }
}

/** Routes by their pattern within their router. The longest prefix comes first. */
function createTable(root: RouterListing): Map<string, LabeledRoute[]> {
  const routes = [...routesOf(root, '')].sort((a, b) => b.prefix.length - a.prefix.length)
  return Map.groupBy(routes, ({ pattern }) => pattern)
}

function* routesOf(
  listing: RouterListing,
  prefix: string,
): Generator<LabeledRoute & { pattern: string }> {
  for (const { path, router } of listing.listRoutes()) {
    if (typeof path !== 'string') continue
    const label = `${prefix}${path}`.replace(/(.)\/$/, '$1')
    if (router) yield* routesOf(router, label === '/' ? '' : label)
    else yield { pattern: path, prefix, label }
  }
}
