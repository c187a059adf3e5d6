import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { freePort } from '#api/test/free-port.ts'
import { startMailServer } from '#api/test/mail-server.ts'
import { client, startProvider } from '#api/test/oidc-provider.ts'
import { photo } from '#api/test/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import {
  aScene,
  placeholders,
  preparations,
  type Scene,
  type Values,
} from '#api/test/route-examples.ts'
import { testServer } from '#api/test/server.ts'
import { OIDC_CALLBACK } from '#rules/oidc.ts'
import { describedRoutes } from './routes.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const plain = await testServer()
/** The servers by the setting that a route needs. */
const servers = {
  SMTP_URL: await testServer({ settings: { smtpUrl: mails.url } }),
  OIDC_ISSUER: await testServer({ settings: { oidc } }),
}
registerCleanup(await startProvider(port, `${servers.OIDC_ISSUER.url}${OIDC_CALLBACK}`))

interface Operation {
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, object> }>
}

type Document = { paths: Record<string, Record<string, Operation>> }
const document = (await (await plain.browser().fetch('/api/openapi.json')).json()) as Document

const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(document, 'openapi.json')

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [operation.operationId, { ...operation, path, method }] as const,
  ),
)
type Call = (typeof operations)[number][1]

/** The request of the example, for the account of the scene. */
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

async function send(call: Call, scene: Scene): Promise<Response> {
  const { values = {}, body } = (await preparations[call.operationId]?.(scene)) ?? {}
  if (call.requestBody?.content['multipart/form-data'])
    return scene.ann.upload(await photo().jpeg().toBuffer())
  const { path, request } = requestOf(call, { ...scene.values, ...values }, body)
  return scene.ann.fetch(path, request)
}

const shared = await aScene(plain, mails)

/** A new scene, except for reads, which leave theirs as it is. */
function sceneOf({ operationId, method }: Call): Scene | Promise<Scene> {
  const { needs } = describedRoutes.find(({ name }) => name === operationId) ?? {}
  const isPlainRead = method === 'get' && !needs && !preparations[operationId]
  return isPlainRead ? shared : aScene(servers[needs as keyof typeof servers] ?? plain, mails)
}

test.each(operations)(
  'the example of %s gets a success as it is described',
  async (_name, call) => {
    const response = await send(call, await sceneOf(call))
    const successes = Object.keys(call.responses).filter((status) => /^[23]/.test(status))
    const text = await response.text()
    expect([String(response.status), text]).toEqual([expect.toBeOneOf(successes), text])

    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const { content } = call.responses[response.status] ?? {}
    if (response.status === 302) return expect(response.headers.get('location')).toMatch(/^\//)
    if (!content) return expect(text).toBe('')
    expect(Object.keys(content)).toEqual([type])
    if (type !== 'application/json') return
    const pointer = ['paths', call.path, call.method, 'responses', response.status, 'content', type]
    const $ref = `openapi.json#/${pointer.map(escapePart).join('/')}/schema`
    const isValid = ajv.compile({ $ref })
    expect([isValid(JSON.parse(text)), isValid.errors]).toEqual([true, null])
  },
)

/** Escapes a part of a JSON pointer in a URI. */
function escapePart(part: string | number): string {
  return encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
}
