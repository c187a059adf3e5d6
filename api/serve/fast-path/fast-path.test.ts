import { expect, test, vi } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { messages } from '#rules/messages.ts'

const server = await testServer()
const { services } = server
const { database } = services
const { aPost } = seeds(services)
const [ann, bob, nobody] = [server.visitor(), server.visitor(), server.visitor()]
const { id: annId, email: annsEmail } = await ann.signUp()
await bob.signUp()
const author = await database.user.findUniqueOrThrow({
  where: { id: fromPublicId(annId)?.uuid ?? '' },
})
const posts = await Promise.all(
  Array.from({ length: 30 }, (_, index) =>
    aPost({ by: author, content: `Good thing ${index + 1}, “früh” 🌻` }),
  ),
)

const FEED = /* GraphQL */ `
  query Feed($first: Int, $after: String) {
    feed(first: $first, after: $after) {
      edges { cursor node { id content isLiked again: isLiked likesCount createdAt author { id username } } }
      nodes { isLiked }
      pageInfo { hasNextPage endCursor }
    }
  }
`
interface Feed {
  edges: {
    cursor: string
    node: { id: string; content: string; isLiked: boolean; again: boolean; likesCount: number }
  }[]
  nodes: { isLiked: boolean }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

async function ask(
  who: Visitor,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
) {
  const response = await who.fetch('/graphql', { json: { query, variables }, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as {
      data: Record<string, unknown>
      errors?: { message: string }[]
    },
  }
}

const feed = async (who: Visitor, variables: object = {}) =>
  (await ask(who, FEED, variables)).body.data.feed as Feed
/** The second time a document comes, it is compiled; the third time its answer is kept. */
async function repeatedly<Result>(work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let time = 0; time < 4; time++) results.push(await work())
  return results
}
const like = (who: Visitor, postId: string) =>
  ask(
    who,
    `mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount isLiked } userErrors { code } } }`,
    { id: postId },
  )

test('the same question gets the same answer however often it is asked, by whomever', async () => {
  await like(ann, posts[29]?.publicId ?? '')
  await like(ann, posts[11]?.publicId ?? '')
  await like(bob, posts[11]?.publicId ?? '')
  for (const who of [ann, bob, nobody]) {
    for (const variables of [{}, { first: 3 }, { first: 30 }, { first: 31 }]) {
      const [first, ...others] = await repeatedly(() => feed(who, variables))
      for (const other of others) expect(other).toEqual(first)
    }
  }
  const liked = (await feed(ann, { first: 30 })).edges.flatMap(({ node }) =>
    node.isLiked ? node.content : [],
  )
  expect(liked).toEqual(['Good thing 30, “früh” 🌻', 'Good thing 12, “früh” 🌻'])
  const mine = await feed(bob, { first: 30 })
  expect(mine.edges.map(({ node }) => node.again)).toEqual(
    mine.edges.map(({ node }) => node.id === posts[11]?.publicId),
  )
  expect(mine.nodes.map(({ isLiked }) => isLiked)).toEqual(
    mine.edges.map(({ node }) => node.isLiked),
  )
})

test('pages follow each other to the end, from memory as from the database', async () => {
  const walk = async () => {
    const seen: string[] = []
    for (let after: string | null = null; ; ) {
      const { edges, pageInfo } = await feed(ann, { first: 7, after })
      seen.push(...edges.map(({ node }) => node.id))
      if (!pageInfo.hasNextPage) return seen
      after = pageInfo.endCursor
    }
  }
  const walks = await repeatedly(walk)
  for (const seen of walks) expect(seen).toEqual(posts.map(({ publicId }) => publicId).reverse())
})

test('REST tells the same as GraphQL, with the way to the next page', async () => {
  const list = async (who: Visitor) => {
    const response = await who.fetch('/api/posts?limit=5')
    return {
      link: response.headers.get('link'),
      posts: (await response.json()) as { id: string; isLiked: boolean }[],
    }
  }
  for (const who of [ann, bob, nobody]) {
    const [first, ...others] = await repeatedly(() => list(who))
    for (const other of others) expect(other).toEqual(first)
    const { edges } = await feed(who, { first: 5 })
    expect(first?.posts.map(({ id, isLiked }) => ({ id, isLiked }))).toEqual(
      edges.map(({ node: { id, isLiked } }) => ({ id, isLiked })),
    )
    expect(first?.link).toMatch(
      /^<http:\/\/localhost:\d+\/api\/posts\?limit=5&cursor=[\w-]+>; rel="next"$/,
    )
  }
})

test('what one changes is seen by oneself and by everybody at the next look', async () => {
  await repeatedly(() => feed(ann, { first: 2 }))
  const created = await ask(
    ann,
    `mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }`,
    {
      input: { content: 'Just now' },
    },
  )
  const { id } = (created.body.data.createPost as { post: { id: string } }).post
  expect((await feed(ann, { first: 2 })).edges[0]?.node).toMatchObject({
    id,
    content: 'Just now',
    likesCount: 0,
    isLiked: false,
  })
  expect((await like(bob, id)).body.data).toEqual({
    likePost: { post: { likesCount: 1, isLiked: true }, userErrors: [] },
  })
  expect((await feed(ann, { first: 2 })).edges[0]?.node).toMatchObject({
    likesCount: 1,
    isLiked: false,
  })
  expect((await feed(bob, { first: 2 })).edges[0]?.node).toMatchObject({
    likesCount: 1,
    isLiked: true,
  })
  await ann.fetch(`/api/users/${annId}`, {
    method: 'PATCH',
    json: { displayName: 'Ann of the Hills' },
  })
  const names = await ask(nobody, '{ feed(first: 1) { nodes { author { displayName } } } }')
  expect(names.body.data).toEqual({
    feed: { nodes: [{ author: { displayName: 'Ann of the Hills' } }] },
  })
  await ann.fetch(`/api/posts/${id}`, { method: 'DELETE', json: {} })
  expect((await feed(nobody, { first: 2 })).edges[0]?.node.id).toBe(posts[29]?.publicId)
})

test('a search that many of the newest posts answer is the same each time, and counted each time', async () => {
  const search = (who: Visitor, query: string) =>
    ask(
      who,
      `query ($query: String!) { search(query: $query, first: 5) { nodes { id content isLiked } } }`,
      { query },
    )
  await like(ann, posts[27]?.publicId ?? '')
  for (const who of [ann, bob, nobody]) {
    const [first, ...others] = await repeatedly(async () => (await search(who, 'good')).body.data)
    expect(first).toEqual({
      search: {
        nodes: [30, 29, 28, 27, 26].map((number) => {
          const { publicId: id, content } = posts[number - 1] ?? { publicId: '', content: '' }
          return { id, content, isLiked: who === ann && (number === 30 || number === 28) }
        }),
      },
    })
    for (const other of others) expect(other).toEqual(first)
  }
  await aPost({ by: author, content: 'Good news' })
  expect((await search(nobody, 'good')).body.data).toMatchObject({
    search: { nodes: [{ content: 'Good news' }, {}, {}, {}, {}] },
  })
  await database.post.deleteMany({ where: { content: 'Good news' } })

  const limited = await testServer({ database, limits: createLimits() })
  const statuses = []
  for (let time = 0; time < 61; time++)
    statuses.push((await search(limited.visitor(), 'good')).body.errors?.[0]?.message ?? 'found')
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'found'))
  expect(statuses[60]).toMatch(/^That was a lot at once/)
})

test('a search that the fast path declines is counted once', async () => {
  const limited = await testServer({ database, limits: createLimits() })
  const search = (who: Visitor, after: string | null) =>
    ask(
      who,
      'query ($after: String) { search(query: "good", first: 1, after: $after) { nodes { id } } }',
      { after },
    )
  const [carl, visitor] = [limited.visitor(), limited.visitor()]
  await carl.signUp()
  const messageOf = async (who: Visitor, after: string | null) =>
    (await search(who, after)).body.errors?.[0]?.message ?? 'found'
  for (let time = 0; time < 4; time++) expect(await messageOf(visitor, null)).toBe('found')
  for (let time = 0; time < 50; time++)
    expect(await messageOf(time % 2 ? carl : visitor, 'forged')).toMatch(/cursor/i)
  for (let time = 0; time < 6; time++) expect(await messageOf(visitor, null)).toBe('found')
  expect(await messageOf(visitor, null)).toMatch(/^That was a lot at once/)
})

test('an email is told to its owner alone, also by a document that ran before', async () => {
  const query = '{ feed(first: 30) { nodes { author { id email } } } }'
  const emails = async (who: Visitor) => {
    const { nodes } = (await ask(who, query)).body.data.feed as {
      nodes: { author: { email: string | null } }[]
    }
    return new Set(nodes.map(({ author: { email } }) => email))
  }
  for (const told of await repeatedly(() => emails(nobody))) expect(told).toEqual(new Set([null]))
  for (const told of await repeatedly(() => emails(ann))) expect(told).toContain(annsEmail)
  for (const told of await repeatedly(() => emails(bob))) expect(told).toEqual(new Set([null]))
})

test('what an author tells of themselves beside a post is as it is now', async () => {
  const query = '{ feed(first: 1) { nodes { author { id bio followersCount createdAt } } } }'
  await repeatedly(() => ask(nobody, query))
  await database.user.update({ where: { id: author.id }, data: { bio: 'Just back from the sea.' } })
  const now = {
    id: annId,
    bio: 'Just back from the sea.',
    followersCount: 0,
    createdAt: author.createdAt.toISOString(),
  }
  expect((await ask(nobody, query)).body.data).toEqual({ feed: { nodes: [{ author: now }] } })
})

test.each([
  [{ first: 101 }, 'first can be 1 to 100.'],
  [{ first: 0 }, 'first can be 1 to 100.'],
  [{ after: 'made-up' }, 'This is not a cursor of this list. Start from its first page.'],
])('%j is refused each time', async (variables, message) => {
  await repeatedly(() => feed(ann))
  for (const { status, body } of await repeatedly(() => ask(ann, FEED, variables))) {
    expect([status, body.errors?.[0]?.message]).toEqual([400, message])
  }
})

test('a wrong variable is told with its place, also after the document ran', async () => {
  await repeatedly(() => feed(ann))
  for (const { status, body } of await repeatedly(() => ask(ann, FEED, { first: 'x' }))) {
    expect(status).toBe(400)
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('"x"'),
      extensions: { code: 'BAD_INPUT' },
    })
  }
})

test('whoever is nobody changes nothing, however often they ask', async () => {
  await repeatedly(() => like(ann, posts[0]?.publicId ?? ''))
  const refused = await repeatedly(() =>
    ask(
      nobody,
      'mutation ($id: ID!) { unlikePost(input: { postId: $id }) { post { id } userErrors { code message } } }',
      {
        id: posts[0]?.publicId,
      },
    ),
  )
  for (const { body } of refused) {
    expect(body.data).toEqual({
      unlikePost: {
        post: null,
        userErrors: [{ code: 'UNAUTHENTICATED', message: messages.signInFirst }],
      },
    })
  }
})

test('attack 14: another site changes nothing by a document that ran before', async () => {
  await repeatedly(() => like(ann, posts[1]?.publicId ?? ''))
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ] as const) {
    const response = await ann.fetch('/graphql', { json: { query: FEED }, headers })
    expect(response.status).toBe(403)
  }
})

test('a session that ended is nobody’s at the next question', async () => {
  const carl = server.visitor()
  await carl.signUp()
  await repeatedly(() => feed(carl))
  const whoAmI = '{ viewer { email } }'
  const [before] = await repeatedly(() => ask(carl, whoAmI))
  expect(before?.body.data.viewer).toEqual({ email: expect.stringContaining('@') })
  const cookies = new Map(carl.cookies)
  await carl.fetch('/api/logout', { method: 'POST', json: {} })
  const stale = server.visitor()
  for (const [name, value] of cookies) stale.cookies.set(name, value)
  for (const { body } of await repeatedly(() => ask(stale, whoAmI)))
    expect(body.data.viewer).toBeNull()
  const { body } = await ask(
    stale,
    'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount isLiked } userErrors { code } } }',
    { id: posts[2]?.publicId },
  )
  expect(body.data).toMatchObject({ likePost: { userErrors: [{ code: 'UNAUTHENTICATED' }] } })
  expect((await feed(stale)).edges.some(({ node }) => node.isLiked)).toBe(false)
})

test('an answer carries what every answer carries, and packed where that is wanted', async () => {
  await repeatedly(() => feed(nobody))
  const { headers } = await ask(nobody, FEED)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
    vary: 'Cookie, X-Demo-User, Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const packed = await ask(nobody, FEED, {}, { 'accept-encoding': 'gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.body.data.feed).toEqual(await feed(nobody))
})

test('when the database fails, the caller reads that something went wrong and nothing else', async () => {
  await repeatedly(() => feed(ann, { first: 4 }))
  const fault = vi
    .spyOn(database, 'rows')
    .mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.1'))
  try {
    const response = await ann.fetch('/graphql', { json: { query: FEED, variables: { first: 4 } } })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('ECONNREFUSED')
  } finally {
    fault.mockRestore()
  }
  expect((await feed(ann, { first: 4 })).edges).toHaveLength(4)
})

test('a change that was made is not made again when compiled code fails after it', async () => {
  await repeatedly(() => like(ann, posts[3]?.publicId ?? ''))
  let made = 0
  const write = vi.spyOn(services.likes, 'like').mockImplementation(() => {
    made++
    return Promise.reject(new Error('lost its connection to 10.0.0.1'))
  })
  try {
    const { body } = await like(ann, posts[4]?.publicId ?? '')
    expect(body.errors?.[0]?.message).toMatch(/^Something went wrong\./)
    expect(made).toBe(1)
  } finally {
    write.mockRestore()
  }
})
