import type { Application, Request } from 'express'
import { routedPath } from './routed-path.ts'

/** What Express says of a router's routes; its types do not know it yet. */
interface Listing {
  listRoutes(): { path: unknown; router?: Listing }[]
}

interface Route {
  /** Of the router that it belongs to, from the root. */
  prefix: string
  label: string
}

const OTHERS = new Set(['/api', '/graphql', '/assets', '/media'])

/**
 * Names the route that a request matched by its pattern as it was registered. Labels come from a table of all routes, so
 * that no address, however it is typed, makes a new one.
 */
export function createRouteLabel(app: Application): (req: Request) => string {
  let table: Map<string, Route[]> | null = null
  return (req) => {
    table ??= tableOf(app.router as unknown as Listing)
    const path = routedPath(req)
    const pattern: unknown = req.route?.path
    const routes = typeof pattern === 'string' ? table.get(pattern) : undefined
    const route = routes?.find(({ prefix }) => path.startsWith(prefix))
    if (route) return route.label
    const door = `/${path.split('/')[1]}`
    return OTHERS.has(door) ? door : 'page'
  }
}

/** By the pattern that a router knows, which knows nothing of where it is mounted. The longest prefix first. */
function tableOf(root: Listing): Map<string, Route[]> {
  const routes = [...routesOf(root, '')].sort((a, b) => b.prefix.length - a.prefix.length)
  return Map.groupBy(routes, ({ pattern }) => pattern)
}

function* routesOf(listing: Listing, prefix: string): Generator<Route & { pattern: string }> {
  for (const { path, router } of listing.listRoutes()) {
    if (typeof path !== 'string') continue
    const label = `${prefix}${path}`.replace(/(.)\/$/, '$1')
    if (router) yield* routesOf(router, label === '/' ? '' : label)
    else yield { pattern: path, prefix, label }
  }
}
