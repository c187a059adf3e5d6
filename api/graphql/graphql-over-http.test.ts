import { serverAudits } from 'graphql-http'
import { expect, test, vi } from 'vitest'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const ann = server.browser()
const account = await ann.signUp()

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

test.each(['variables', 'extensions'])(
  'deep %s in the URL of a query are 400, before they are parsed',
  async (name) => {
    const deep = '['.repeat(33) + ']'.repeat(33)
    const parse = vi.spyOn(JSON, 'parse')
    const query = new URLSearchParams({ query: '{ __typename }', [name]: deep })
    const response = await ann.fetch(`/graphql?${query}`)
    const parsed = parse.mock.calls.map(([text]) => text)
    vi.restoreAllMocks()
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('BODY_TOO_COMPLEX')
    expect(parsed).not.toContain(deep)
  },
)

test.each(['application/json', 'application/graphql-response+json'])(
  'an invalid operation of any kind has a code (%s)',
  async (accept) => {
    for (const [query, status] of [
      ['{ x }', 400],
      ['mutation { x }', 400],
      ['subscription { x }', 400],
      ['subscription { __typename }', 400],
      ['subscription { followed @skip(if: true) { id } }', 400],
      ['subscription { ...on Subscription @include(if: false) { followed { id } } }', 400],
      [
        'subscription ($no: Boolean!) { ...F @include(if: $no) } fragment F on Subscription { followed { id } }',
        400,
      ],
      ['subscription { followed { id } }', 401],
      ['query A { __typename } query B { __typename }', 400],
      ['{', 400],
    ] as const) {
      const json = { query, variables: { no: false } }
      const response = await server.browser().fetch('/graphql', { json, headers: { accept } })
      const { errors } = (await response.json()) as { errors: { extensions: object }[] }
      const code = { code: expect.stringMatching(/^[A-Z_]+$/) }
      expect([query, errors]).toEqual([
        query,
        errors.map(() => expect.objectContaining({ extensions: expect.objectContaining(code) })),
      ])
      // As application/json, an invalid document may have status 200.
      if (accept !== 'application/json') expect([query, response.status]).toEqual([query, status])
    }
  },
)

test.each([
  '{',
  '{ viewer { id } }',
  'mutation { likePost(input: { postId: "x" }) { post { id } } }',
  'subscription { postCreated { id } }',
])('HEAD has the status and headers of GET, and no body: %s', async (query) => {
  const path = `/graphql?query=${encodeURIComponent(query)}`
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const headers = { accept }
    const get = await ann.fetch(path, { headers })
    const head = await ann.fetch(path, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      get.status,
      get.headers.get('content-type'),
      '',
    ])
  }
})

test('HEAD opens no stream', async () => {
  const path = `/graphql?query=${encodeURIComponent('subscription { postCreated { id } }')}`
  const headers = { accept: 'text/event-stream' }
  expect((await ann.fetch(path, { method: 'HEAD', headers })).status).toBe(406)
})

test('a caller that accepts no JSON gets a sentence', async () => {
  const headers = { accept: 'image/webp' }
  const response = await ann.fetch('/graphql', { json: { query: '{ viewer { id } }' }, headers })
  const body = (await response.json()) as { errors: unknown[] }
  expect([response.status, body.errors]).toEqual([
    406,
    [{ message: expect.stringContaining('Accept'), extensions: { code: 'BAD_INPUT' } }],
  ])
})

test('a byte order mark before JSON is ignored by every API', async () => {
  const send = async (path: string, body: object) => {
    const text = `\ufeff${JSON.stringify(body)}`
    const headers = { 'content-type': 'application/json' }
    return (await ann.fetch(path, { method: 'POST', body: text, headers })).status
  }
  // The second request takes the fast path.
  for (let times = 0; times < 2; times++)
    expect(await send('/graphql', { query: '{ feed(first: 1) { nodes { id } } }' })).toBe(200)
  expect(await send('/api/posts', { content: 'Good morning', mediaType: 'text' })).toBe(201)
  const { email, password } = account
  expect(await send('/api/auth/sign-in/email', { email, password })).toBe(200)
})

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
