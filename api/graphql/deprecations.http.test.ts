import type { GraphQLArgument, GraphQLField, GraphQLInputObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '#api/serve/schema.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { testServer } from '#api/test/servers/server.ts'
import { createGraphql } from './yoga.ts'

interface Part {
  name: string
  deprecationReason?: string | null | undefined
}

/** Deprecates a part of the served schema until the end of this file. */
function deprecate(part: Part | undefined, reason: string) {
  if (!part) throw new Error('There is no such part')
  part.deprecationReason = reason
  registerCleanup(() => {
    delete part.deprecationReason
  })
}

const fieldOf = (type: string, name: string) =>
  (schema.getType(type) as GraphQLInputObjectType | undefined)?.getFields()[name]
const feed = schema.getQueryType()?.getFields().feed as GraphQLField<unknown, unknown>
const argument = (name: string) => feed.args.find((each) => each.name === name) as GraphQLArgument

deprecate(fieldOf('Post', 'mediaType'), 'Use imageUrl and videoUrl. Since 2026-03-01.')
deprecate(fieldOf('User', 'bio'), 'Use about. Since 2026-02-01.')
deprecate(argument('last'), 'Use first. Since 2026-04-01.')
deprecate(fieldOf('CreatePostInput', 'videoUrl'), 'Use links. Since 2026-05-01.')
deprecate(fieldOf('FeedUpdate', 'reset'), 'Use newIds. Since 2026-06-01.')

const server = await testServer()

const unixTime = (date: string) => `@${Date.parse(date) / 1000}`

/** The header and the names in the body, of the same request sent twice. */
async function deprecationsOf(query: string, variables: object = {}) {
  const send = async () => {
    const response = await server.browser().fetch('/graphql', { json: { query, variables } })
    const { extensions } = (await response.json()) as { extensions?: { deprecations: string[] } }
    return [response.headers.get('deprecation'), extensions?.deprecations]
  }
  const [first, second] = [await send(), await send()]
  // The second time, the fast path would serve a compiled operation.
  expect(second).toEqual(first)
  return first
}

test('an operation with a deprecated field is reported, also the second time', async () => {
  expect(await deprecationsOf('{ feed { nodes { mediaType } } }')).toEqual([
    unixTime('2026-03-01'),
    ['Post.mediaType'],
  ])
})

test('the header has the earliest date, and the body every name', async () => {
  const query = `query ($last: Int) { feed(last: $last) { nodes { ...Card } } }
    fragment Card on Post { mediaType author { bio } }`
  expect(await deprecationsOf(query, { last: 2 })).toEqual([
    unixTime('2026-02-01'),
    ['Query.feed(last:)', 'Post.mediaType', 'User.bio'],
  ])
})

test('an input field counts where a variable has it', async () => {
  const query = `mutation ($input: CreatePostInput!) {
    createPost(input: $input) { userErrors { code } }
  }`
  const videoUrl = 'https://example.org/video.mp4'
  expect(await deprecationsOf(query, { input: { content: 'Hi', videoUrl } })).toEqual([
    unixTime('2026-05-01'),
    ['CreatePostInput.videoUrl'],
  ])
  expect(await deprecationsOf(query, { input: { content: 'Hi' } })).toEqual([null, undefined])
})

test('other operations are not', async () => {
  expect(await deprecationsOf('{ feed { nodes { content } } }')).toEqual([null, undefined])
  const two = 'query A { feed { nodes { content } } } query B { feed { nodes { mediaType } } }'
  const json = { query: two, operationName: 'A' }
  const response = await server.browser().fetch('/graphql', { json })
  expect(response.headers.get('deprecation')).toBeNull()
})

test('a subscription says so with each event', async () => {
  const stream = await subscribe(server.browser(), {
    query: 'subscription { feedUpdated { reset } }',
  })
  expect(await stream.next()).toMatchObject({
    data: { feedUpdated: { reset: false } },
    extensions: { deprecations: ['FeedUpdate.reset'] },
  })
})

test('REST routes run operations with deprecated fields as before', async () => {
  const response = await server.browser().fetch('/api/posts')
  expect([response.status, response.headers.get('deprecation')]).toEqual([200, null])
})

test('a deprecation without its date stops the start', () => {
  const field = fieldOf('User', 'avatar')
  deprecate(field, 'Use image.')
  expect(() => createGraphql(schema, server.services)).toThrow(
    'The deprecation of User.avatar must end in its date: "Since 2026-11-25."',
  )
})
