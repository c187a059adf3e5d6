import { errorsOf } from '#api/rest/openapi-errors.ts'
import { isConditional } from '#api/rest/openapi-responses.ts'
import { describedRoutes } from '#api/rest/routes.ts'

const patterns = describedRoutes.map(({ path, ...route }) => ({
  ...route,
  pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** @throws Error for a status that the OpenAPI document does not list for the call */
export function expectDescribed(method: string, url: string, status: number): void {
  const { pathname } = new URL(url)
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  const route = patterns.find(({ pattern, method }) => method === name && pattern.test(pathname))
  if (!route || status === route.status || status === route.otherStatus) return
  if (status === 304 && isConditional(route)) return
  if (!(status in errorsOf(route)))
    throw new Error(`The OpenAPI document lists no ${status} for ${method} ${pathname}.`)
}
