import { expect, test } from 'vitest'
import { operationsOf, restDocument, sendExample } from '#api/test/operations/rest-examples.ts'
import { aScene } from '#api/test/operations/route-examples.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { tokenScopes } from '#rules/token-scopes.ts'
import { routes } from './routes.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer()
const names = new Set(routes.map(({ name }) => name))
const operations = operationsOf(await restDocument(server)).filter(([name]) => names.has(name))

test.each(operations)(
  'a token of one scope calls %s as it is described, or is told the scope that it lacks',
  async (_name, call) => {
    const scene = call.method === 'get' ? await aScene(server, mails) : null
    const successes = Object.keys(call.responses).filter((status) => /^2/.test(status))
    const granted = []
    for (const scope of tokenScopes) {
      const present = scene ?? (await aScene(server, mails))
      const { script } = await createProgram(server, present.ann, [scope])
      const response = await sendExample(call, present, script)
      const text = await response.text()
      if (successes.includes(String(response.status))) granted.push(scope)
      else
        expect([scope, response.status, text]).toEqual([
          scope,
          expect.toBeOneOf([401, 403]),
          expect.stringContaining('"SCOPE_MISSING"'),
        ])
    }
    expect(granted).not.toEqual([])
  },
)
