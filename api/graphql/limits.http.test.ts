import {
  GraphQLBoolean,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '#api/serve/schema.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { graphqlServer } from '#api/test/servers/graphql-server.ts'
import { stripSuggestion } from './app-errors.ts'

const { services, ann, execute, like, likes, aPost } = await graphqlServer()

/** Expects a 400, and returns its first error. */
async function expectRejected(query: string, variables?: Record<string, unknown>) {
  const { status, body } = await execute(query, variables)
  expect([status, body.data, body.errors?.length], JSON.stringify(body)).toEqual([
    400,
    undefined,
    expect.any(Number),
  ])
  return body.errors?.[0]
}

const TOO_LONG = 'Token limit of 1000 exceeded.'
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

test('an error truncates a long invalid value', async () => {
  const error = await expectRejected(
    'query ($first: Int) { feed(first: $first) { nodes { id } } }',
    {
      first: 'x'.repeat(60_000),
    },
  )
  expect(error?.message).toMatch(/^Variable "\$first" got invalid value "x{400,480}…$/)
})

test('attack 1: a batch of operations is 400 and none of them runs', async () => {
  const batch = Array(50).fill({ query: `mutation { ${like('one')} }` })
  const response = await ann.fetch('/graphql', { json: batch })
  expect(response.status).toBe(400)
  expect(await likes()).toBe(0)
})

test('attack 2: a document with 100 likes is rejected before execution', async () => {
  await expectRejected(`mutation { ${times(100, (index) => like(`a${index}`))} }`)
  await expectRejected(`mutation { ${times(20, (index) => like(`a${index}`))} }`)
  expect(await likes()).toBe(0)
})

test('attack 2: each aliased like counts against the rate limit', async () => {
  applyLimits(services)
  registerCleanup(() => services.database.like.deleteMany())
  for (let round = 1; round <= 4; round++)
    await execute(`mutation { ${times(15, (index) => like(`a${index}`))} }`)
  const { status, headers, body } = await execute(`mutation { ${like('last')} }`)
  expect([status, body]).toEqual([
    200,
    {
      data: { last: { userErrors: [{ code: 'RATE_LIMITED' }] } },
      extensions: { retryAfter: expect.any(Number) },
    },
  ])
  expect(headers.get('retry-after')).toBe(String(body.extensions?.retryAfter))
})

test('attack 3: 1,001 aliases are rejected by the parser, 16 by validation', async () => {
  const aliases = (count: number) => `{ ${times(count, (index) => `a${index}: viewer { id }`)} }`
  expect(await expectRejected(aliases(1001))).toMatchObject({ message: TOO_LONG })
  expect(await expectRejected(aliases(16))).toMatchObject({
    message: 'Aliases limit of 15 exceeded, found 16.',
  })
})

test('attack 4: 3,000 directives on one field are rejected', async () => {
  await expectRejected(`{ viewer ${'@skip(if: false) '.repeat(3000)} { id } }`)
  await expectRejected(
    `{ viewer { ${times(60, (index) => `a: id @include(if: ${index % 2 === 0})`)} } }`,
  )
})

test('attack 5: a depth of 30 is rejected', async () => {
  const { message } =
    (await expectRejected(
      `{ feed { nodes { author { ${'posts { nodes { author { '.repeat(9)} id ${'} } } '.repeat(9)} } } } }`,
    )) ?? {}
  expect(message).toContain('depth')
})

test('attack 6: 5,000 repetitions of a field are rejected', async () => {
  await expectRejected(`{ viewer { ${'id '.repeat(5000)} } }`)
})

// A visit of each field would never end.
test('attack 7: fragments that expand to 2^32 fields or more are rejected', async () => {
  const twice = (next: string) => `${next} ${next}`
  const fan = (levels: number, spread: (next: string) => string, leaf = 'id') =>
    `query { viewer { ...f0 } } ${times(levels, (index) => `fragment f${index} on User { ${spread(`...f${index + 1}`)} }`)} fragment f${levels} on User { ${leaf} }`
  const skipped = fan(80, twice, '__typename @skip(if: true)')
  for (const query of [
    fan(60, twice),
    fan(38, (next) => `... on User { ${next} } ... on User { ${next} }`),
    fan(32, (next) => twice(`posts { nodes { author { ${next} } } }`)),
    fan(80, twice, '__typename'),
    skipped,
    skipped
      .replace('query { viewer { ...f0 } }', 'subscription { ...f0 }')
      .replaceAll('User', 'Subscription'),
  ])
    expect(await expectRejected(query)).toMatchObject({
      message: expect.stringContaining('Selections limit of 5000 exceeded'),
    })
})

test('attack 8: fragment cycles are rejected', async () => {
  await expectRejected(
    '{ viewer { ...a } } fragment a on User { ...b } fragment b on User { ...a }',
  )
  await expectRejected(
    '{ viewer { ...a } } fragment a on User { posts { nodes { author { ...a } } } }',
  )
})

test('attack 9: documents of 10,000 tokens or 1 MB are rejected', async () => {
  await expectRejected(`{ ${'viewer { id } '.repeat(2500)} }`)
  await expectRejected(`{ viewer { id } } #${'x'.repeat(60_000)}`)
  const response = await ann.fetch('/graphql', {
    json: { query: `{ viewer { id } } #${'x'.repeat(1024 * 1024)}` },
  })
  expect(response.status).toBe(413)
})

test('attack 11: a request for 100 × 100 × 100 posts is rejected, also with variables', async () => {
  const nested = (size: string) =>
    `feed(first: ${size}) { nodes { author { posts(first: ${size}) { nodes { author { posts(first: ${size}) { nodes { id } } } } } } } }`
  expect(await expectRejected(`{ ${nested('100')} }`)).toMatchObject({
    extensions: { code: 'BAD_INPUT' },
  })
  await expectRejected(`query ($n: Int = 100) { ${nested('$n')} }`)
  await expectRejected(`query ($n: Int) { ${nested('$n')} }`, { n: 100 })
  const response = await ann.fetch('/graphql', {
    json: { query: `query A { viewer { id } } query B { ${nested('100')} }`, operationName: 'B' },
  })
  expect(response.status).toBe(400)
  await expectRejected(
    `{ feed(first: 100) { nodes { author { ${times(3, (index) => `a${index}: posts(first: 1) { nodes { id } }`)} } } } }`,
  )
  expect(
    await execute(
      `{ feed(first: 100) { edges { cursor node { id content author { id displayName username avatar } image { url width } } } } }`,
    ),
  ).toMatchObject({ status: 200 })
})

test('attack 11: a compiled operation has the same cost limit', async () => {
  const author = await services.database.user.findFirstOrThrow()
  for (const content of ['Quince jam', 'Quince bread']) await aPost({ by: author, content })
  const { body } = await execute('{ search(query: "quince", first: 1) { pageInfo { endCursor } } }')
  const { search } = body.data as { search: { pageInfo: { endCursor: string } } }
  const { endCursor: after } = search.pageInfo
  const query = `query ($after: String) { ${times(3, (index) => `a${index}: search(query: "quince", first: 1, after: $after) { nodes { id } }`)} }`
  for (let time = 1; time <= 2; time++)
    expect(await execute(query)).toMatchObject({ status: 200, body: { data: { a0: {} } } })
  expect(await expectRejected(query, { after })).toMatchObject({
    message: expect.stringContaining('This operation is too expensive'),
  })
})

const LARGEST_INTROSPECTION = `{ __schema { description types { ...Names
  fields(includeDeprecated: true) { ...Field type { ...Names fields(includeDeprecated: true) { ...Field } } } } } }
  fragment Names on __Type { kind name description specifiedByURL isOneOf }
  fragment Input on __InputValue { name description defaultValue isDeprecated deprecationReason type { ...Names ofType { ...Names } } }
  fragment Field on __Field { name description isDeprecated deprecationReason
    args(includeDeprecated: true) { ...Input } type { ...Names ofType { ...Names } } }`

/** All fields of a type without selections of their own, or those of some types. */
function valuesOf(type: string, isWanted: (type: GraphQLNamedType) => boolean = isLeafType) {
  const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields())
  return fields.flatMap((each) => (isWanted(getNamedType(each.type)) ? each.name : [])).join(' ')
}

test('a page of posts with every value passes, and no operation can ask for more than 4 MB', async () => {
  const page = (
    fields: string,
    isWanted?: (type: GraphQLNamedType) => boolean,
  ) => `{ feed(first: 100) {
    pageInfo { ${valuesOf('PageInfo')} }
    edges { cursor node {
      __typename ${valuesOf('Post', isWanted)} image { ${valuesOf('Image')} }
      author { __typename ${valuesOf('User', isWanted)} ${fields} }
    } }
  } }`
  // Yes or no is short, but costs as much as a text.
  const isLong = (type: GraphQLNamedType) => isLeafType(type) && type !== GraphQLBoolean
  for (const fields of ['', 'displayName ... on Node { ... on User { bio } }'])
    expect(await execute(page(fields))).toMatchObject({ status: 200, body: { data: {} } })
  const longName = 'a'.repeat(10_000)
  for (const again of [
    'a: displayName b: displayName c: displayName',
    '... on User { a: bio }',
    'b: avatar c: avatar d: avatar',
    `${longName}: __typename`,
    `${longName}: followersCount`,
  ])
    expect(await expectRejected(page(again, isLong))).toMatchObject({
      message: expect.stringContaining('asks for too much'),
      extensions: { code: 'BAD_INPUT' },
    })
  // Nothing but names.
  const nested = `{ feed(first: 100) { nodes { author { posts(first: 20) { nodes {
    ${longName}: __typename } } } } } }`
  expect(await expectRejected(nested)).toMatchObject({
    message: expect.stringContaining('asks for too much'),
  })
})

test('introspection takes no aliases, and has less than 4 MB', async () => {
  for (const query of [
    '{ a: __schema { queryType { name } } }',
    '{ __schema { types { a: name } } }',
    '{ __type(name: "Post") { fields { type { ...Names } } } } fragment Names on __Type { a: name }',
  ])
    expect(await expectRejected(query)).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
  const { status, body } = await execute(LARGEST_INTROSPECTION)
  expect(status).toBe(200)
  expect(JSON.stringify(body).length).toBeLessThan(4 * 1024 * 1024)
})

test('a response lists at most five errors', async () => {
  const { body } = await execute(`{ ${times(900, (index) => `wrong${index}`)} }`)
  expect(body.errors).toHaveLength(5)
  const rejectedBySize = await expectRejected(
    `{ ${times(40, (index) => `a${index}: wrong${index}`)} }`,
  )
  expect(rejectedBySize).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
})

test('attack 16: deep or numerous variables are rejected', async () => {
  const raw = (variables: string) =>
    ann.fetch('/graphql', {
      method: 'POST',
      body: `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":${variables}}`,
      headers: { 'content-type': 'application/json' },
    })
  expect((await raw(`{"ids":${'['.repeat(25)}${']'.repeat(25)}}`)).status).toBe(400)
  expect((await raw(`{"ids":[],"other":${'{"a":'.repeat(25)}1${'}'.repeat(25)}}`)).status).toBe(400)
  expect((await raw(`{"ids":[${Array(1_500).fill('null')}]}`)).status).toBe(400)
  expect((await raw(`{"ids":[${Array(10_000).fill('null')}]}`)).status).toBe(400)
  expect((await raw(`{"ids":[${Array(100_000).fill('1')}]}`)).status).toBe(413)
})

test('attack 16: a long value of the wrong type is rejected in linear time', async () => {
  const query = 'query ($n: Int) { feed(first: $n) { nodes { id } } }'
  const value = (length: number) => ' Did you mean '.repeat(length)
  const { message = '' } = (await expectRejected(query, { n: value(4_000) })) ?? {}
  expect(message.length).toBeLessThanOrEqual(501)
  // Quadratic time would never end.
  expect(stripSuggestion(`${value(3_000_000)}?`)).toHaveLength(value(2_999_999).length)
})
