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
import { type Known, randomOperation } from '#api/test/random-operation.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { schema } from '../schema.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
// What is in memory is believed, as in the product.
const server = await testServer({ maxAge: 1e12 })
const { aPost, aLike, aUser } = seeds(server.services)
const [ann, nobody] = [server.visitor(), server.visitor()]
const { id: annId, username } = await ann.signUp()
const author = { id: fromPublicId(annId)?.uuid ?? '' }
const ben = await aUser({ bio: 'Ben, mostly outdoors' })
const posts = []
for (let number = 1; number <= 12; number++)
  posts.push(await aPost({ by: number % 3 ? author : ben, content: `A good thing “${number}” 🌻` }))
await aLike({ by: author, of: posts[10] ?? { id: '' } })

// Each document counts as sent in a second of its own, so that every one is compiled.
let seconds = 0
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => 1000 * ++seconds))
afterAll(() => void vi.restoreAllMocks())

/** Sent with a header that means nothing here, a request goes the long way. */
const theLongWay = { 'X-Demo-User': '0' }

async function answer(who: Visitor, body: object, headers: Record<string, string> = {}) {
  const response = await who.fetch('/graphql', { json: body, headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

async function expectSame(who: Visitor, body: object) {
  const long = await answer(who, body, theLongWay)
  // The long way compiles it, the next one makes a template, the others use that.
  for (let time = 1; time <= 3; time++)
    expect(await answer(who, body), JSON.stringify(body)).toEqual(long)
  return long
}

const { data } = JSON.parse(
  (await answer(nobody, { query: '{ feed(first: 4) { pageInfo { endCursor } } }' }, theLongWay))
    .text,
)
const known: Known = {
  userId: annId,
  username,
  postId: posts[10]?.publicId ?? '',
  cursor: data.feed.pageInfo.endCursor,
}

test('a thousand operations made at random are answered byte for byte as the long way answers them', async () => {
  let answered = 0
  for (let seed = 1; seed <= 1000; seed++) {
    const { status } = await expectSame(
      seed % 3 ? ann : nobody,
      randomOperation(schema, seed, known),
    )
    if (status === 200) answered++
  }
  expect(answered).toBeGreaterThan(400)
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
  LikePostInput: { postId: known.postId },
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
  'the stored operation %s is answered byte for byte the same',
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
    for (const who of [ann, nobody])
      expect(await expectSame(who, { query: print(whole(operation)), variables })).toMatchObject({
        status: 200,
      })
  },
)

const operationHas = (operation: OperationDefinitionNode, name: string) =>
  operation.variableDefinitions?.some(({ variable }) => variable.name.value === name)

/** The operation with the fragments that it spreads, and those that they do. */
function whole(operation: OperationDefinitionNode): DocumentNode {
  const found = new Set<FragmentDefinitionNode>()
  const gather = (node: OperationDefinitionNode | FragmentDefinitionNode): void =>
    void visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment || found.has(fragment)) return
        found.add(fragment)
        gather(fragment)
      },
    })
  gather(operation)
  // The client's own word for its masking is not the server's.
  return visit(
    { kind: Kind.DOCUMENT, definitions: [operation, ...found] },
    { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) },
  )
}
