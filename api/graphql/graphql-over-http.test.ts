import { serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'
import { testServer } from '#api/test/server.ts'

const server = await testServer()
const ann = server.browser()
await ann.signUp()

test.each(
  serverAudits({ url: `${server.url}/graphql`, fetchFn: fetch }).map(
    (audit) => [`${audit.id}: ${audit.name}`, audit] as const,
  ),
)('GraphQL over HTTP %s', async (_name, audit) => {
  const result = await audit.fn()
  expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok')
})

test.each([{}, { extensions: {} }, { query: '' }, { query: null }])(
  '%j without an operation is 400 with a message',
  async (json) => {
    const response = await ann.fetch('/graphql', { json })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errors: [{ message: 'Send the operation as "query".', extensions: { code: 'BAD_INPUT' } }],
    })
  },
)

test('a body or variables of invalid JSON are 400', async () => {
  const body = await ann.fetch('/graphql', {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect([body.status, await body.json()]).toEqual([
    400,
    {
      errors: [{ message: 'The request must be valid JSON.', extensions: { code: 'BAD_INPUT' } }],
    },
  ])
  expect((await ann.fetch('/graphql?query={viewer{id}}&variables=nope')).status).toBe(400)
})
