import { GraphQLNonNull, type GraphQLObjectType, GraphQLString } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import type { Context } from '#api/context.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { schema } from '../schema.ts'

const fields = (schema.getType('Post') as GraphQLObjectType).getFields()

// A new field that declares nothing about caching. Other files of this process share the schema.
beforeAll(() => {
  fields.seenBy = {
    name: 'seenBy',
    description: undefined,
    type: new GraphQLNonNull(GraphQLString),
    args: [],
    resolve: (_post, _args, { viewer }: Context) => viewer?.id ?? 'a visitor',
    deprecationReason: undefined,
    extensions: { complexity: 1 },
    astNode: undefined,
  }
  return () => {
    delete fields.seenBy
  }
})

const server = await testServer({ maxAgeMs: 1e12 })
const { aLike, aPost, fillTheNewest } = seeds(server.services)
const [ann, ben, visitor] = [server.browser(), server.browser(), server.browser()]
const uuids = new Map<TestBrowser, string>()
for (const caller of [ann, ben])
  uuids.set(caller, fromPublicId((await caller.signUp()).id)?.uuid ?? '')
const by = { id: uuids.get(ann) ?? '' }
await aPost({ by, content: 'A marmalade cat' })
await fillTheNewest({ by })

test.each([
  '{ feed(first: 2) { nodes { id seenBy } } }',
  '{ feed(last: 1) { nodes { id seenBy } } }',
  '{ search(query: "marmalade", first: 1) { nodes { seenBy } } }',
  '{ feed(first: 1) { edges { node { ...on Post { ...seen } } } } } fragment seen on Post { seenBy }',
])('an undeclared field is resolved for each viewer: %s', async (query) => {
  for (let time = 1; time <= 4; time++) {
    for (const caller of [ann, ben, visitor]) {
      const text = await (await caller.fetch('/graphql', { json: { query } })).text()
      expect([...text.matchAll(/"seenBy":"([^"]+)"/g)].map(([, seenBy]) => seenBy)).toContain(
        uuids.get(caller) ?? 'a visitor',
      )
    }
  }
})

test('a viewer slot with a resolver is resolved for each viewer', async () => {
  const post = await aPost({ by, content: 'Liked by Ann' })
  await aLike({ by, of: post })
  const query = '{ feed(first: 1) { nodes { content isLiked } } }'
  const isLiked = async (caller: TestBrowser) => {
    const { data } = (await (await caller.fetch('/graphql', { json: { query } })).json()) as {
      data: { feed: { nodes: object[] } }
    }
    return data.feed.nodes
  }
  const expectOwn = async () => {
    for (let time = 1; time <= 4; time++) {
      for (const caller of [ben, ann, visitor])
        expect(await isLiked(caller)).toEqual([
          { content: 'Liked by Ann', isLiked: caller === ann },
        ])
    }
  }
  await expectOwn()
  const field = fields.isLiked as NonNullable<typeof fields.isLiked>
  field.resolve = (source: { isLiked: boolean }) => source.isLiked
  registerCleanup(() => {
    delete field.resolve
  })
  // A change renders the response again.
  await server.services.database.post.update({
    where: { id: post.id },
    data: { content: 'Liked by Ann' },
  })
  await expectOwn()
})
