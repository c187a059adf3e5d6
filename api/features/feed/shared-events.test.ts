import { GraphQLNonNull, type GraphQLObjectType, GraphQLString } from 'graphql'
import { afterAll, expect, test, vi } from 'vitest'
import type { Context } from '#api/context.ts'
import { schema } from '#api/serve/schema.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'

// A new field that declares nothing about caching.
const fields = (schema.getType('FeedUpdate') as GraphQLObjectType).getFields()
fields.seenBy = {
  name: 'seenBy',
  description: undefined,
  type: new GraphQLNonNull(GraphQLString),
  args: [],
  resolve: (_update, _args, { viewer }: Context) => viewer?.id ?? 'a visitor',
  deprecationReason: undefined,
  extensions: { complexity: 1 },
  astNode: undefined,
}
afterAll(() => {
  delete fields.seenBy
})

const server = await testServer({ settings: { trustProxy: 1 } })
const { aPost, aUser } = seeds(server.services)

let addresses = 0
const open = (browser: TestBrowser, query: string, variables?: Record<string, unknown>) =>
  subscribe(browser, {
    query,
    ...(variables && { variables }),
    headers: { 'x-forwarded-for': `203.0.113.${++addresses}` },
  })
const newIdsOf = async (stream: Awaited<ReturnType<typeof open>>) =>
  (await stream.next()).data.feedUpdated.newIds

test('streams with the same operation share the result of an event', async () => {
  const field = fields.newIds as NonNullable<typeof fields.newIds>
  const resolve = field.resolve as NonNullable<typeof field.resolve>
  const counted = vi.fn(resolve)
  field.resolve = counted
  registerCleanup(() => {
    field.resolve = resolve
  })
  const query = 'subscription ($after: ID) { feedUpdated(after: $after) { newIds } }'
  const first = await aPost({ by: await aUser() })
  const streams = await Promise.all(
    [null, null, first.publicId, first.publicId].map((after) =>
      open(server.browser(), query, { after }),
    ),
  )
  for (const stream of streams) expect(await newIdsOf(stream)).toEqual([])
  counted.mockClear()
  const { publicId } = await aPost({ by: await aUser() })
  for (const stream of streams) expect(await newIdsOf(stream)).toEqual([publicId])
  expect(counted).toHaveBeenCalledTimes(1)
})

test('other fields of the same event, and fields that a variable chooses, are not shared', async () => {
  const chosen = 'subscription ($all: Boolean!) { feedUpdated { newIds reset @include(if: $all) } }'
  const streams = await Promise.all([
    open(server.browser(), 'subscription { feedUpdated { newIds } }'),
    open(server.browser(), 'subscription { feedUpdated { ids: newIds } }'),
    open(server.browser(), chosen, { all: true }),
    open(server.browser(), chosen, { all: false }),
  ])
  for (const stream of streams) await stream.next()
  const { publicId } = await aPost({ by: await aUser() })
  const updates = await Promise.all(
    streams.map(async (stream) => (await stream.next()).data.feedUpdated),
  )
  const newIds = [publicId]
  expect(updates).toEqual([{ newIds }, { ids: newIds }, { newIds, reset: false }, { newIds }])
})

test('an undeclared field is resolved for each viewer', async () => {
  const [ann, ben] = [server.browser(), server.browser()]
  const callers = [ann, ben, server.browser()]
  for (const caller of [ann, ben]) await caller.signUp()
  const streams = await Promise.all(
    callers.map((caller) => open(caller, 'subscription { feedUpdated { seenBy } }')),
  )
  for (const stream of streams) await stream.next()
  await aPost({ by: await aUser() })
  const seenBy = await Promise.all(
    streams.map(async (stream) => (await stream.next()).data.feedUpdated.seenBy),
  )
  expect(new Set(seenBy).size).toBe(3)
})

test('a stream of someone who mutes the author gets its own events', async () => {
  const [reader, muted] = [server.browser(), server.browser()]
  await reader.signUp()
  const { id: mutedId } = await muted.signUp()
  await execute(reader, `mutation { muteUser(input: { userId: "${mutedId}" }) { user { id } } }`)
  const query = 'subscription { feedUpdated { newIds } }'
  const [own, others] = [await open(reader, query), await open(server.browser(), query)]
  for (const stream of [own, others]) await stream.next()
  const post = async (browser: TestBrowser, content: string) => {
    const mutation = `mutation { createPost(input: { content: "${content}" }) { post { id } } }`
    const { body } = await execute(browser, mutation)
    return (body.data.createPost as { post: { id: string } }).post.id
  }
  const hiddenId = await post(muted, 'Muted')
  expect(await newIdsOf(others)).toEqual([hiddenId])
  const { publicId } = await aPost({ by: await aUser() })
  expect(await newIdsOf(own)).toEqual([publicId])
})
