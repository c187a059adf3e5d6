import { expect, test, vi } from 'vitest'
import type { BrowserRequest } from '#api/test/people/browser.ts'
import { type TestServer, testServer } from '#api/test/servers/server.ts'
import { CompiledOperations } from './compiled.ts'

const MESSAGE = /^Something went wrong\. If it keeps happening, tell us this number: [\da-f-]{36}$/
const query = '{ viewer { id } }'

/** Expects a masked GraphQL error, whose details the log has once. */
async function expectMasked({ logLines }: TestServer, response: Response, details: string) {
  const requestId = response.headers.get('x-request-id')
  const text = await response.text()
  expect([response.status, JSON.parse(text)]).toEqual([
    500,
    {
      errors: [
        {
          message: expect.stringMatching(MESSAGE),
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
        },
      ],
    },
  ])
  expect(text).toContain(requestId)
  const entries = logLines.map((line) => JSON.parse(line)).filter((line) => line.level >= 50)
  expect(entries).toEqual([
    expect.objectContaining({
      requestId,
      err: expect.objectContaining({ stack: expect.stringContaining(details) }),
    }),
    expect.objectContaining({ id: requestId, status: 500 }),
  ])
}

test.each([true, false])(
  'an error before the execution is masked as GraphQL (fast path: %s)',
  async (hasFastPath) => {
    const server = await testServer({ hasFastPath })
    const ann = server.browser()
    await ann.signUp()
    await ann.fetch('/graphql', { json: { query } })
    await server.services.database.$executeRawUnsafe('ALTER TABLE "Session" RENAME TO "Lost"')
    for (const accept of ['application/json', 'application/graphql-response+json', 'text/x, */*']) {
      server.logLines.length = 0
      const request: BrowserRequest = { json: { query }, headers: { accept } }
      const response = await ann.fetch('/graphql', request)
      await expectMasked(server, response, '"Session"')
    }
  },
)

test('an error after the execution is masked as GraphQL', async () => {
  const server = await testServer()
  const add = vi.spyOn(CompiledOperations.prototype, 'add').mockImplementation(() => {
    throw new TypeError('Cannot read /srv/secret')
  })
  try {
    const response = await server.browser().fetch('/graphql', { json: { query } })
    await expectMasked(server, response, '/srv/secret')
  } finally {
    add.mockRestore()
  }
})

test('an error in front of Express is masked, and does not end the process', async () => {
  const server = await testServer({ hasFastPath: true })
  const fail = () => {
    throw new TypeError('Cannot read /srv/secret')
  }
  // Only the fast path reads this header.
  server.http.prependListener('request', ({ headers }) =>
    Object.defineProperty(headers, 'upgrade', { get: fail }),
  )
  const response = await server.browser().fetch('/graphql', { json: { query } })
  const text = await response.text()
  expect([response.status, JSON.parse(text)]).toMatchObject([
    500,
    { errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
  ])
  expect(text).not.toContain('secret')
  expect(server.logLines.filter((line) => line.includes('/srv/secret'))).toHaveLength(1)
})

test('a browser gets a page for an error of a page', async () => {
  const server = await testServer()
  const ann = server.browser()
  await ann.signUp()
  await server.services.database.$executeRawUnsafe('ALTER TABLE "Session" RENAME TO "Lost"')
  const response = await ann.fetch('/explore', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    500,
    'text/html; charset=utf-8',
  ])
  expect(await response.text()).toContain('Something went wrong.')
})
