import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import {
  type Call,
  operationsOf,
  restDocument,
  sendExample,
} from '#api/test/operations/rest-examples.ts'
import { aScene, preparations, type Scene } from '#api/test/operations/route-examples.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { client, startProvider } from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
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

const document = await restDocument(plain)
const operations = operationsOf(document)

const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(document, 'openapi.json')

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
    const response = await sendExample(call, await sceneOf(call))
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
