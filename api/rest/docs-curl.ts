import { inputSchema, parametersOf, takesFile } from './openapi.ts'
import type { Call } from './row.ts'

/** A command that makes the call, with an example for everything that it needs. */
export function curl(call: Call, publicUrl: string): string {
  const words = ['curl']
  if (call.refusals.includes('UNAUTHENTICATED')) words.push('-b cookies.txt')
  if (takesFile(call)) words.push("-H 'X-Requested-With: curl' -F file=@picture.jpg")
  else words.push(...bodyOf(call))
  return [...words, `'${publicUrl}/api${addressOf(call)}'`]
    .join(' \\\n  ')
    .replace('curl \\\n ', 'curl')
}

function bodyOf({ method, body }: Call): string[] {
  if (method === 'get') return []
  const verb = method === 'post' ? [] : [`-X ${method.toUpperCase()}`]
  const [example] = body ? (inputSchema(body).examples ?? []) : []
  if (example === undefined) return verb
  return [...verb, "-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`]
}

function addressOf(call: Call): string {
  const query = new URLSearchParams()
  let { path } = call
  for (const { in: place, name, required, schema } of parametersOf(call)) {
    const example = String(schema.examples?.[0] ?? '')
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(example))
    if (place === 'query' && required) query.set(name, example)
  }
  return query.size > 0 ? `${path}?${query}` : path
}
