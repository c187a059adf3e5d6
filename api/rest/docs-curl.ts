import { exampleBody, parametersOf, takesFile } from './openapi.ts'
import type { Route } from './route.ts'

/** A curl command with an example of each required input. */
export function curl(route: Route, publicUrl: string): string {
  const words = ['curl']
  if (route.session ?? route.errors.includes('UNAUTHENTICATED')) words.push('-b cookies.txt')
  if (takesFile(route)) words.push("-H 'X-Requested-With: curl' -F file=@picture.jpg")
  else words.push(...bodyOptions(route))
  return [...words, `'${publicUrl}/api${exampleUrl(route)}'`]
    .join(' \\\n  ')
    .replace('curl \\\n ', 'curl')
}

function bodyOptions(route: Route): string[] {
  const { method } = route
  if (method === 'get') return []
  const example = exampleBody(route)
  // curl sends a body by POST.
  const isDefault = method === 'post' && example !== undefined
  const methodOption = isDefault ? [] : [`-X ${method.toUpperCase()}`]
  if (example === undefined) return methodOption
  return [...methodOption, "-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`]
}

function exampleUrl(route: Route): string {
  const query = new URLSearchParams()
  let { path } = route
  for (const { in: location, name, required, example: value = '' } of parametersOf(route)) {
    const example = String(value)
    if (location === 'path') path = path.replace(`{${name}}`, encodeURIComponent(example))
    if (location === 'query' && required) query.set(name, example)
  }
  return query.size > 0 ? `${path}?${query}` : path
}
