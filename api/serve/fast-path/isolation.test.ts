import { expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'

// Trusts the cache, as in production.
const server = await testServer({ maxAgeMs: 1e12 })
const { aPost, aLike, aUser } = seeds(server.services)
const ann = server.browser()
const author = { id: fromPublicId((await ann.signUp()).id)?.uuid ?? '' }
for (let number = 1; number <= 30; number++) {
  const post = await aPost({
    by: author,
    content: number % 2 ? `Bread number ${number}` : `Good soup number ${number}`,
  })
  if (number % 5 === 0) await aLike({ by: author, of: post })
}

/** The value has no meaning, but any such header makes a request ineligible for the fast path. */
const SLOW_PATH = { 'X-Demo-User': '0' }

async function send(body: object, headers: Record<string, string> = {}, caller: TestBrowser = ann) {
  const response = await caller.fetch('/graphql', { json: body, headers })
  return { status: response.status, text: await response.text() }
}

/**
 * The first request compiles the document, the second can cache its response, later ones can read
 * it.
 */
async function expectSame(body: object) {
  const expected = await send(body, SLOW_PATH)
  for (let time = 1; time <= 5; time++) expect(await send(body)).toEqual(expected)
  return expected
}

test.each([
  '{ s: search(query: "soup", first: 5) { nodes { id isLiked } } f: feed(first: 5) { nodes { id isLiked } } }',
  '{ f: feed(first: 5) { nodes { isLiked id } } s: search(query: "bread", first: 4) { nodes { id isLiked } } g: feed(first: 3) { nodes { isLiked } } }',
  '{ a: search(query: "bread", first: 3) { nodes { id isLiked } } b: search(query: "soup", first: 6) { nodes { id isLiked } } }',
])('each post has its own like in an operation with several lists: %s', async (query) => {
  const { text } = await expectSame({ query })
  expect(text).toContain('"isLiked":true')
})

test('a post that the viewer shares is not one that the viewer likes', async () => {
  const query = '{ feed(first: 6) { nodes { id isLiked isShared } } }'
  const { data } = JSON.parse((await send({ query }, SLOW_PATH)).text)
  const [shared] = data.feed.nodes.filter(({ isLiked }: { isLiked: boolean }) => !isLiked)
  await ann.fetch(`/api/posts/${shared.id}/share`, { method: 'PUT', json: {} })
  const { text } = await expectSame({ query })
  expect(JSON.parse(text).data.feed.nodes).toContainEqual({ ...shared, isShared: true })
  expect(text.match(/"isShared":true/g)).toHaveLength(1)
})

test('which posts the viewer may delete is not which ones the viewer likes', async () => {
  const other = await aPost({ by: await aUser() })
  const { text } = await expectSame({
    query: '{ feed(first: 6) { nodes { id isLiked viewerCanDelete } } }',
  })
  const { nodes } = JSON.parse(text).data.feed
  expect(nodes[0]).toEqual({ id: other.publicId, isLiked: false, viewerCanDelete: false })
  expect(nodes.slice(1)).toEqual(
    nodes.slice(1).map((node: object) => ({ ...node, viewerCanDelete: true })),
  )
  expect(text.match(/"isLiked":true/g)).toHaveLength(1)
})

test('GraphQL and REST never share a cached response', async () => {
  const path = '/api/posts?limit=2'
  const list = async () => (await ann.fetch(path)).text()
  const posts = await list()
  for (let time = 1; time <= 3; time++) expect(await list()).toBe(posts)
  const response = await ann.fetch('/graphql', {
    method: 'POST',
    body: path,
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    { errors: [expect.objectContaining({ message: expect.stringContaining('JSON') })] },
  ])
})

test('an operation name and a document never form the same cache key', async () => {
  const query = 'query { feed(first: 2) { nodes { id } } }'
  for (let time = 1; time <= 3; time++) expect((await send({ query })).text).toContain('"nodes"')
  await expectSame({ query: query.slice('query '.length), operationName: 'query' })
})

test.each([
  '/api/posts?limit=5?x=1',
  '/api/posts?limit=5%3Fx=1',
  '/api/posts?limit=3&limit=4',
  '/api/posts?limit[]=3',
])('the list of posts at %s is the same with and without a cache', async (path) => {
  const read = async (headers: Record<string, string>) => {
    const response = await ann.fetch(path, { headers })
    return {
      status: response.status,
      link: response.headers.get('link'),
      text: await response.text(),
    }
  }
  const expected = await read(SLOW_PATH)
  for (let time = 1; time <= 4; time++) expect(await read({})).toEqual(expected)
})
