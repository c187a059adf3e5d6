import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import type { TestBrowser } from '#api/test/browser.ts'
import { type ExampleValues, randomOperation } from '#api/test/random-operation.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { schema } from '../schema.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
// Trusts the cache, as in production.
const server = await testServer({ maxAgeMs: 1e12 })
const { aPost, aLike, aUser } = seeds(server.services)
const [ann, anonymous] = [server.browser(), server.browser()]
const { id: annId, username } = await ann.signUp()
const author = { id: fromPublicId(annId)?.uuid ?? '' }
const ben = await aUser({ bio: 'Ben, mostly outdoors' })
const posts = []
for (let number = 1; number <= 12; number++)
  posts.push(await aPost({ by: number % 3 ? author : ben, content: `A good thing “${number}” 🌻` }))
await aLike({ by: author, of: posts[10] ?? { id: '' } })

// Advances the clock by a second per document, so that the rate limit compiles each.
let seconds = 0
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => 1000 * ++seconds))
afterAll(() => void vi.restoreAllMocks())

/** The value has no meaning, but any such header makes a request ineligible for the fast path. */
const SLOW_PATH = { 'X-Demo-User': '0' }

async function send(caller: TestBrowser, body: object, headers: Record<string, string> = {}) {
  const response = await caller.fetch('/graphql', { json: body, headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

async function expectSame(caller: TestBrowser, body: object) {
  const expected = await send(caller, body, SLOW_PATH)
  // The slow path compiles it, the next request renders a response, the others read the cache.
  for (let time = 1; time <= 3; time++)
    expect(await send(caller, body), JSON.stringify(body)).toEqual(expected)
  return expected
}

const { data } = JSON.parse(
  (await send(anonymous, { query: '{ feed(first: 4) { pageInfo { endCursor } } }' }, SLOW_PATH))
    .text,
)
const examples: ExampleValues = {
  userId: annId,
  username,
  postId: posts[10]?.publicId ?? '',
  cursor: data.feed.pageInfo.endCursor,
}

test('1,000 random operations have identical responses on both paths', async () => {
  let succeeded = 0
  for (let seed = 1; seed <= 1000; seed++) {
    const { status } = await expectSame(
      seed % 3 ? ann : anonymous,
      randomOperation(schema, seed, examples),
    )
    if (status === 200) succeeded++
  }
  expect(succeeded).toBeGreaterThan(400)
}, 240_000)

const documents = globSync(['web/**/*.graphql', 'api/rest/documents/*.graphql'], { cwd: ROOT }).map(
  (file) => parse(readFileSync(path.join(ROOT, file), 'utf8')),
)
const definitions = documents.flatMap((document) => document.definitions)
const fragments = new Map(
  definitions.flatMap((each) =>
    each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
  ),
)
const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)

const inputs: Record<string, unknown> = {
  LikePostInput: { postId: examples.postId },
  UnlikePostInput: { postId: posts[3]?.publicId },
  DeletePostInput: { postId: 'post_01h455vb4pex5vsknk084sn02q' },
  CreatePostInput: { content: 'Said once', clientKey: 'once' },
  UpdateProfileInput: { bio: 'The same as before' },
}
const values: Record<string, unknown> = {
  id: annId,
  username,
  first: 5,
  query: 'good',
  isOwn: false,
  demoUser: 'demo-user',
  isDemo: true,
}

test.each(operations.map((operation) => [operation.name?.value ?? '', operation] as const))(
  'the stored operation %s has identical responses on both paths',
  async (_name, operation) => {
    const variables = Object.fromEntries(
      (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
        const { value: name } = variable.name
        const value = name === 'input' ? inputs[print(type).replace('!', '')] : values[name]
        return value === undefined ||
          (name === 'username' && values.id && operationHas(operation, 'id'))
          ? []
          : [[name, value]]
      }),
    )
    for (const caller of [ann, anonymous])
      expect(
        await expectSame(caller, { query: print(withFragments(operation)), variables }),
      ).toMatchObject({
        status: 200,
      })
  },
)

const operationHas = (operation: OperationDefinitionNode, name: string) =>
  operation.variableDefinitions?.some(({ variable }) => variable.name.value === name)

/** The operation with all fragments that it uses. */
function withFragments(operation: OperationDefinitionNode): DocumentNode {
  const used = new Set<FragmentDefinitionNode>()
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void =>
    void visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment || used.has(fragment)) return
        used.add(fragment)
        collect(fragment)
      },
    })
  collect(operation)
  // The client's masking directive is unknown to the server.
  return visit(
    { kind: Kind.DOCUMENT, definitions: [operation, ...used] },
    { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) },
  )
}
