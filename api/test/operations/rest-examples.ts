import type { TestBrowser } from '../people/browser.ts'
import { photo } from '../pictures/pictures.ts'
import type { TestServer } from '../servers/server.ts'
import { placeholders, preparations, type Scene, type Values } from './route-examples.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, object> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** A call that the OpenAPI document describes. */
export interface Call extends Operation {
  path: string
  method: string
}

/** The OpenAPI document of a server. */
export async function restDocument(server: TestServer): Promise<Document> {
  return (await (await server.browser().fetch('/api/openapi.json')).json()) as Document
}

/** The calls of a document by their names. */
export function operationsOf({ paths }: Document): (readonly [string, Call])[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [operation.operationId, { ...operation, path, method }] as const,
    ),
  )
}

/** Sends the example of a call for the account of the scene, by default in its browser. */
export async function sendExample(
  call: Call,
  scene: Scene,
  caller: TestBrowser = scene.ann,
): Promise<Response> {
  const { values = {}, body } = (await preparations[call.operationId]?.(scene)) ?? {}
  if (call.requestBody?.content['multipart/form-data'])
    return caller.upload(await photo().jpeg().toBuffer())
  const { path, request } = requestOf(call, { ...scene.values, ...values }, body)
  return caller.fetch(path, request)
}

function requestOf({ path, method, parameters, requestBody }: Call, values: Values, body?: object) {
  const url = new URL(`http://localhost/api${path}`)
  const headers: Record<string, string> = {}
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue
    if (location === 'path') url.pathname = url.pathname.replace(`%7B${name}%7D`, String(example))
    if (location === 'query') url.searchParams.set(name, String(example))
    if (location === 'header') headers[name] = String(example)
  }
  const example = requestBody?.content['application/json']?.example as object | undefined
  const json = example && JSON.stringify({ ...example, ...body })
  const fill = (text: string) =>
    Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(placeholders[name as keyof Values], value),
      text,
    )
  return {
    path: fill(decodeURIComponent(url.pathname)) + url.search,
    request: {
      method: method.toUpperCase(),
      headers,
      ...(json && { json: JSON.parse(fill(json)) }),
    },
  }
}
