import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { execute, FEED, feed, feedServer, like, repeatedly } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'

const { ann, bob, anonymous, annId, author, posts, aPost, database } = await feedServer()

test('repeated requests get the same response, for each caller', async () => {
  await like(ann, posts[29]?.publicId ?? '')
  await like(ann, posts[11]?.publicId ?? '')
  await like(bob, posts[11]?.publicId ?? '')
  for (const caller of [ann, bob, anonymous]) {
    for (const variables of [{}, { first: 3 }, { first: 30 }, { first: 31 }]) {
      const [first, ...others] = await repeatedly(() => feed(caller, variables))
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

test('pagination reaches the end, from the cache and from the database', async () => {
  const walk = async () => {
    const ids: string[] = []
    for (let after: string | null = null; ; ) {
      const { edges, pageInfo } = await feed(ann, { first: 7, after })
      ids.push(...edges.map(({ node }) => node.id))
      if (!pageInfo.hasNextPage) return ids
      after = pageInfo.endCursor
    }
  }
  const walks = await repeatedly(walk)
  for (const ids of walks) expect(ids).toEqual(posts.map(({ publicId }) => publicId).reverse())
})

test('REST returns the same as GraphQL, with a link to the next page', async () => {
  const list = async (caller: TestBrowser) => {
    const response = await caller.fetch('/api/posts?limit=5')
    return {
      link: response.headers.get('link'),
      posts: (await response.json()) as { id: string; isLiked: boolean }[],
    }
  }
  for (const caller of [ann, bob, anonymous]) {
    const [first, ...others] = await repeatedly(() => list(caller))
    for (const other of others) expect(other).toEqual(first)
    const { edges } = await feed(caller, { first: 5 })
    expect(first?.posts.map(({ id, isLiked }) => ({ id, isLiked }))).toEqual(
      edges.map(({ node: { id, isLiked } }) => ({ id, isLiked })),
    )
    expect(first?.link).toMatch(
      /^<http:\/\/localhost:\d+\/api\/posts\?limit=5&cursor=[\w-]+>; rel="next"$/,
    )
  }
})

test('a change is visible to every caller at once', async () => {
  await repeatedly(() => feed(ann, { first: 2 }))
  const created = await execute(
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
  const names = await execute(anonymous, '{ feed(first: 1) { nodes { author { displayName } } } }')
  expect(names.body.data).toEqual({
    feed: { nodes: [{ author: { displayName: 'Ann of the Hills' } }] },
  })
  await ann.fetch(`/api/posts/${id}`, { method: 'DELETE', json: {} })
  expect((await feed(anonymous, { first: 2 })).edges[0]?.node.id).toBe(posts[29]?.publicId)
})

test('a search in the newest posts is consistent and counts each time', async () => {
  const search = (caller: TestBrowser, query: string) =>
    execute(
      caller,
      `query ($query: String!) { search(query: $query, first: 5) { nodes { id content isLiked } } }`,
      { query },
    )
  await like(ann, posts[27]?.publicId ?? '')
  for (const caller of [ann, bob, anonymous]) {
    const [first, ...others] = await repeatedly(
      async () => (await search(caller, 'good')).body.data,
    )
    expect(first).toEqual({
      search: {
        nodes: [30, 29, 28, 27, 26].map((number) => {
          const { publicId: id, content } = posts[number - 1] ?? { publicId: '', content: '' }
          return { id, content, isLiked: caller === ann && (number === 30 || number === 28) }
        }),
      },
    })
    for (const other of others) expect(other).toEqual(first)
  }
  await aPost({ by: author, content: 'Good news' })
  expect((await search(anonymous, 'good')).body.data).toMatchObject({
    search: { nodes: [{ content: 'Good news' }, {}, {}, {}, {}] },
  })
  await database.post.deleteMany({ where: { content: 'Good news' } })

  const limited = await testServer({ database, limits: createLimits() })
  const statuses = []
  for (let time = 0; time < 61; time++)
    statuses.push((await search(limited.browser(), 'good')).body.errors?.[0]?.message ?? 'ok')
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'ok'))
  expect(statuses[60]).toMatch(/^That was a lot at once/)
})

test('a search that the fast path declines counts once', async () => {
  const limited = await testServer({ database, limits: createLimits() })
  const search = (caller: TestBrowser, after: string | null) =>
    execute(
      caller,
      'query ($after: String) { search(query: "good", first: 1, after: $after) { nodes { id } } }',
      { after },
    )
  const [carl, visitor] = [limited.browser(), limited.browser()]
  await carl.signUp()
  const messageOf = async (caller: TestBrowser, after: string | null) =>
    (await search(caller, after)).body.errors?.[0]?.message ?? 'ok'
  for (let time = 0; time < 4; time++) expect(await messageOf(visitor, null)).toBe('ok')
  for (let time = 0; time < 50; time++)
    expect(await messageOf(time % 2 ? carl : visitor, 'forged')).toMatch(/cursor/i)
  for (let time = 0; time < 6; time++) expect(await messageOf(visitor, null)).toBe('ok')
  expect(await messageOf(visitor, null)).toMatch(/^That was a lot at once/)
})

test('the author of a post is up to date', async () => {
  const query = '{ feed(first: 1) { nodes { author { id bio followersCount createdAt } } } }'
  await repeatedly(() => execute(anonymous, query))
  await database.user.update({ where: { id: author.id }, data: { bio: 'Just back from the sea.' } })
  const now = {
    id: annId,
    bio: 'Just back from the sea.',
    followersCount: 0,
    createdAt: author.createdAt.toISOString(),
  }
  expect((await execute(anonymous, query)).body.data).toEqual({
    feed: { nodes: [{ author: now }] },
  })
})

test('a response has the usual headers, and is compressed on request', async () => {
  await repeatedly(() => feed(anonymous))
  const { headers } = await execute(anonymous, FEED)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
    vary: 'Cookie, Authorization, X-Demo-User, Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const compressed = await execute(anonymous, FEED, {}, { 'accept-encoding': 'gzip' })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.body.data.feed).toEqual(await feed(anonymous))
})
