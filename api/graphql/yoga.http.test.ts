import http from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { localsOf } from '#api/http/locals.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { schema } from '#api/serve/schema.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import type { VisitorRequest } from '#api/test/visitor.ts'
import { createGraphql } from './yoga.ts'

const server = await testServer()
const { services, logged } = server
const { aPost } = seeds(services)
const ann = server.visitor()
await ann.signUp()
const post = await aPost({ by: await services.database.user.findFirstOrThrow() })

interface Answer {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions: Record<string, unknown> }[]
  extensions?: Record<string, unknown>
}

async function ask(query: string, variables?: Record<string, unknown>) {
  const began = performance.now()
  const response = await ann.fetch('/graphql', { json: { query, variables } })
  const body = (await response.json()) as Answer
  return {
    status: response.status,
    headers: response.headers,
    body,
    milliseconds: performance.now() - began,
  }
}

/** Asks for what has to be refused, within some milliseconds; again where the machine has something else to do. */
async function refused(query: string, variables?: Record<string, unknown>, within = 1000) {
  let answer = await ask(query, variables)
  for (let again = 1; again <= 30 && answer.milliseconds >= within; again++)
    answer = await ask(query, variables)
  const { status, body, milliseconds } = answer
  expect([status, body.data, body.errors?.length], JSON.stringify(body)).toEqual([
    400,
    undefined,
    expect.any(Number),
  ])
  expect(milliseconds).toBeLessThan(within)
  return body.errors?.[0]
}

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')
const like = (alias: string) =>
  `${alias}: likePost(input: { postId: "${post.publicId}" }) { userErrors { code } }`
const likes = () => services.database.like.count()

test('a long value that is wrong is not repeated whole', async () => {
  const error = await refused('query ($first: Int) { feed(first: $first) { nodes { id } } }', {
    first: 'x'.repeat(100_000),
  })
  expect(error?.message).toMatch(/^Variable "\$first" got invalid value "x{400,480}…$/)
})

test('attack 1: a batch of operations is 400 and none of it runs', async () => {
  const batch = Array(50).fill({ query: `mutation { ${like('one')} }` })
  const response = await ann.fetch('/graphql', { json: batch })
  expect(response.status).toBe(400)
  expect(await likes()).toBe(0)
})

test('attack 2: a hundred likes in one document are refused before any runs', async () => {
  await refused(`mutation { ${times(100, (index) => like(`a${index}`))} }`)
  await refused(`mutation { ${times(20, (index) => like(`a${index}`))} }`)
  expect(await likes()).toBe(0)
})

test('attack 2: as many likes as a document may hold count one by one', async () => {
  const { consume } = services.limits
  services.limits.consume = createLimits().consume
  try {
    for (let round = 1; round <= 4; round++)
      await ask(`mutation { ${times(15, (index) => like(`a${index}`))} }`)
    const { status, headers, body } = await ask(`mutation { ${like('last')} }`)
    expect([status, body]).toEqual([
      200,
      {
        data: { last: { userErrors: [{ code: 'RATE_LIMITED' }] } },
        extensions: { retryAfter: expect.any(Number) },
      },
    ])
    expect(headers.get('retry-after')).toBe(String(body.extensions?.retryAfter))
  } finally {
    services.limits.consume = consume
    await services.database.like.deleteMany()
  }
})

test('attack 3: 1,001 aliases are refused at once', async () => {
  await refused(`{ ${times(1001, (index) => `a${index}: viewer { id }`)} }`, {}, 20)
  await refused(`{ ${times(16, (index) => `a${index}: viewer { id }`)} }`, {}, 20)
})

test('attack 4: 3,000 directives on one field are refused', async () => {
  await refused(`{ viewer ${'@skip(if: false) '.repeat(3000)} { id } }`)
  await refused(`{ viewer { ${times(60, (index) => `a: id @include(if: ${index % 2 === 0})`)} } }`)
})

test('attack 5: a depth of 30 is refused', async () => {
  const { message } =
    (await refused(
      `{ feed { nodes { author { ${'posts { nodes { author { '.repeat(9)} id ${'} } } '.repeat(9)} } } } }`,
    )) ?? {}
  expect(message).toContain('depth')
})

test('attack 6: 5,000 times the same field is refused', async () => {
  await refused(`{ viewer { ${'id '.repeat(5000)} } }`)
})

test('attack 7: fragments that fan out 2^25 times are refused at once', async () => {
  const fan = (spread: (next: string) => string, leaf: string) =>
    `query { viewer { ...f0 } } ${times(25, (index) => `fragment f${index} on User { ${spread(`...f${index + 1}`)} }`)} fragment f25 on User { ${leaf} }`
  await refused(
    fan((next) => `${next} ${next}`, 'id'),
    {},
    50,
  )
  await refused(
    fan((next) => `... on User { ${next} } ... on User { ${next} }`, 'id'),
    {},
    50,
  )
  await refused(
    fan(
      (next) =>
        `posts { nodes { author { ${next} } } } also: posts { nodes { author { ${next} } } }`,
      'id',
    ),
    {},
    50,
  )
})

test('attack 8: fragments in a circle are refused', async () => {
  await refused('{ viewer { ...a } } fragment a on User { ...b } fragment b on User { ...a }')
  await refused('{ viewer { ...a } } fragment a on User { posts { nodes { author { ...a } } } }')
})

test('attack 9: a document of ten thousand tokens or of a megabyte is refused', async () => {
  await refused(`{ ${'viewer { id } '.repeat(2500)} }`)
  await refused(`{ viewer { id } } #${'x'.repeat(100_000)}`)
  const response = await ann.fetch('/graphql', {
    json: { query: `{ viewer { id } } #${'x'.repeat(1024 * 1024)}` },
  })
  expect(response.status).toBe(413)
})

test('attack 11: a hundred times a hundred times a hundred posts are refused, by variables too and whichever operation runs', async () => {
  const nested = (size: string) =>
    `feed(first: ${size}) { nodes { author { posts(first: ${size}) { nodes { author { posts(first: ${size}) { nodes { id } } } } } } } }`
  expect(await refused(`{ ${nested('100')} }`)).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
  await refused(`query ($n: Int = 100) { ${nested('$n')} }`)
  await refused(`query ($n: Int) { ${nested('$n')} }`, { n: 100 })
  const response = await ann.fetch('/graphql', {
    json: { query: `query A { viewer { id } } query B { ${nested('100')} }`, operationName: 'B' },
  })
  expect(response.status).toBe(400)
  await refused(
    `{ feed(first: 100) { nodes { author { ${times(3, (index) => `a${index}: posts(first: 1) { nodes { id } }`)} } } } }`,
  )
  expect(
    await ask(
      `{ feed(first: 100) { edges { cursor node { id content author { id displayName username avatar } image { url width } } } } }`,
    ),
  ).toMatchObject({ status: 200 })
})

test('attack 11: an operation that ran once costs as much with a cursor as on its first run', async () => {
  const author = await services.database.user.findFirstOrThrow()
  for (const content of ['Quince jam', 'Quince bread']) await aPost({ by: author, content })
  const { body } = await ask('{ search(query: "quince", first: 1) { pageInfo { endCursor } } }')
  const { search } = body.data as { search: { pageInfo: { endCursor: string } } }
  const { endCursor: after } = search.pageInfo
  const query = `query ($after: String) { ${times(3, (index) => `a${index}: search(query: "quince", first: 1, after: $after) { nodes { id } }`)} }`
  for (let time = 1; time <= 2; time++)
    expect(await ask(query)).toMatchObject({ status: 200, body: { data: { a0: {} } } })
  expect(await refused(query, { after })).toMatchObject({
    message: expect.stringContaining('This asks for too much at once'),
  })
})

test('a response tells at most five of thousands of errors', async () => {
  const { body } = await ask(`{ ${times(900, (index) => `wrong${index}`)} }`)
  expect(body.errors).toHaveLength(5)
  const refusedBySize = await refused(`{ ${times(40, (index) => `a${index}: wrong${index}`)} }`)
  expect(refusedBySize).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
})

test('attack 13: a mutation over GET is 405', async () => {
  const response = await ann.fetch(
    `/graphql?query=${encodeURIComponent(`mutation { ${like('one')} }`)}`,
  )
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await likes()).toBe(0)
  expect((await ann.fetch('/graphql?query={viewer{username}}')).status).toBe(200)
})

const json = JSON.stringify({ query: `mutation { ${like('one')} }` })
const form = new FormData()
form.set('operations', json)
form.set('map', '{}')
const others: [string, VisitorRequest][] = [
  ['text/plain', { body: json, headers: { 'content-type': 'text/plain' } }],
  ['a form', { body: new URLSearchParams({ query: `mutation { ${like('one')} }` }) }],
  ['multipart', { body: form }],
  [
    'application/graphql',
    { body: `mutation { ${like('one')} }`, headers: { 'content-type': 'application/graphql' } },
  ],
  ['application/json-seq', { body: json, headers: { 'content-type': 'application/json-seq' } }],
  ['no type', { body: new Blob([json]) }],
]

test.each(others)(
  'attack 14: an operation as %s is 415 and does nothing',
  async (_name, request) => {
    const response = await ann.fetch('/graphql', { method: 'POST', ...request })
    expect(response.status).toBe(415)
    expect(await likes()).toBe(0)
  },
)

test.each(others)(
  'attack 14: GraphQL’s own door, without the checks in front of it, does not take %s either',
  async (_name, request) => {
    const viewer = { id: post.authorId, isDemo: false }
    const app = express().use((_req, res, next) => {
      localsOf(res).context = { ...services, viewer, requestId: 'here', clientAddress: '192.0.2.1' }
      next()
    }, createGraphql(schema, services).handler)
    const door = http.createServer(app).listen(0)
    try {
      const { port } = door.address() as AddressInfo
      const response = await fetch(`http://localhost:${port}/graphql`, {
        method: 'POST',
        ...request,
      })
      expect(response.status).toBe(415)
      expect(await likes()).toBe(0)
    } finally {
      door.close()
    }
  },
)

test('attack 16: variables that are deep or many are refused at once', async () => {
  const raw = (variables: string) =>
    ann.fetch('/graphql', {
      method: 'POST',
      body: `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":${variables}}`,
      headers: { 'content-type': 'application/json' },
    })
  const began = performance.now()
  expect((await raw(`{"ids":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).status).toBe(400)
  expect(
    (await raw(`{"ids":[],"other":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`)).status,
  ).toBe(400)
  expect((await raw(`{"ids":[${Array(200_000).fill('null')}]}`)).status).toBe(400)
  expect((await raw(`{"ids":[${Array(1_000_000).fill('1')}]}`)).status).toBe(413)
  expect(performance.now() - began).toBeLessThan(3000)
})

test('attack 16: a long value of the wrong kind is refused at once, whatever it says', async () => {
  const began = performance.now()
  const query = 'query ($n: Int) { feed(first: $n) { nodes { id } } }'
  const response = await ann.fetch('/graphql', {
    json: { query, variables: { n: ' Did you mean '.repeat(50_000) } },
  })
  expect(response.status).toBe(400)
  expect(performance.now() - began).toBeLessThan(3000)
})

test('attack 19: what went wrong in the server is answered with a number, and logged whole under it', async () => {
  const fault = vi.spyOn(services.reads.posts, 'list').mockImplementation(() => {
    throw new Error('connect ECONNREFUSED /var/run/secret.sock: SELECT "password" FROM "Account"')
  })
  try {
    const { status, body } = await ask('{ feed { nodes { id } } }')
    const requestId = body.errors?.[0]?.extensions.requestId
    expect([status, body]).toEqual([
      500,
      {
        data: null,
        errors: [
          {
            message: `Something went wrong. If it keeps happening, tell us this number: ${requestId}`,
            path: ['feed'],
            locations: [{ line: 1, column: 3 }],
            extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
          },
        ],
      },
    ])
    expect(
      logged.filter((line) => line.includes(String(requestId)) && line.includes('secret.sock')),
    ).toHaveLength(1)
  } finally {
    fault.mockRestore()
  }
})

test('attack 12: nobody is told the names of fields by guessing', async () => {
  const typo = await ask('{ viewr { id } }')
  expect(typo.body.errors?.[0]?.message).toBe('Cannot query field "viewr" on type "Query".')
  const input = await ask(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }',
    {
      input: { content: 'x', imagUrl: 'x' },
    },
  )
  expect(input.body.errors?.[0]?.message).not.toContain('imageUrl')
  for (const query of [
    '{ viewer { emial } }',
    '{ feed(frist: 1) { nodes { id } } }',
    'query ($v: LikePostInpt!) { viewer { id } }',
  ]) {
    const { errors = [] } = (await ask(query)).body
    expect(errors).not.toHaveLength(0)
    for (const { message } of errors) expect(message).not.toContain('Did you mean')
  }
})

test.each([
  ['/graphql?query=%7B__typename%7D', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['/graphql', 'text/html'],
])('GraphiQL is at %s too, for %s', async (path, accept) => {
  const response = await ann.fetch(path, { headers: { accept } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
})

test('attack 63: a browser gets GraphiQL from this host alone, under a policy without inline scripts but its own', async () => {
  const response = await ann.fetch('/graphql', {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  const page = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='(;|$)/)
  expect(policy).not.toContain('http')
  expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="(?!data:)/)
  expect(page).toContain('query Feed')
})
