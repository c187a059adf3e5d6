import { expect, test, vi } from 'vitest'
import { likeWrites } from '#api/features/like/like.write.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { execute, FEED, feed, feedServer, like, repeatedly } from '#api/test/servers/feed-server.ts'
import { reasons } from '#rules/reasons.ts'

const { ann, bob, anonymous, annsEmail, posts, database, server } = await feedServer()

test('only its owner sees an email, also in a compiled operation', async () => {
  const query = '{ feed(first: 30) { nodes { author { id email } } } }'
  const emails = async (caller: TestBrowser) => {
    const { nodes } = (await execute(caller, query)).body.data.feed as {
      nodes: { author: { email: string | null } }[]
    }
    return new Set(nodes.map(({ author: { email } }) => email))
  }
  for (const seenEmails of await repeatedly(() => emails(anonymous)))
    expect(seenEmails).toEqual(new Set([null]))
  for (const seenEmails of await repeatedly(() => emails(ann)))
    expect(seenEmails).toContain(annsEmail)
  for (const seenEmails of await repeatedly(() => emails(bob)))
    expect(seenEmails).toEqual(new Set([null]))
})

test.each([
  [{ first: 101 }, 'first can be 1 to 100.'],
  [{ first: 0 }, 'first can be 1 to 100.'],
  [{ after: 'made-up' }, 'This is not a cursor of this list. Start from its first page.'],
])('%j is rejected each time', async (variables, message) => {
  await repeatedly(() => feed(ann))
  for (const { status, body } of await repeatedly(() => execute(ann, FEED, variables))) {
    expect([status, body.errors?.[0]?.message]).toEqual([400, message])
  }
})

test('an invalid variable is reported in detail, also for a compiled operation', async () => {
  await repeatedly(() => feed(ann))
  for (const { status, body } of await repeatedly(() => execute(ann, FEED, { first: 'x' }))) {
    expect(status).toBe(400)
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('"x"'),
      extensions: { code: 'BAD_INPUT' },
    })
  }
})

test('absent variables take their defaults, and a write that was done says so', async () => {
  const id = posts[3]?.publicId ?? ''
  const operations = [
    [
      'mutation ($input: CreatePostInput! = { content: "By default" }) { createPost(input: $input) { post { content } } }',
      {},
      { createPost: { post: { content: 'By default' } } },
    ],
    [
      'mutation ($isWanted: Boolean = true, $id: ID!) { likePost(input: { postId: $id }) @include(if: $isWanted) { post { id } } }',
      { id },
      { likePost: { post: { id } } },
    ],
    [
      'query ($constructor: Int = 1, $toString: String) { feed(first: $constructor, after: $toString) { nodes { __typename } } }',
      {},
      { feed: { nodes: [{ __typename: 'Post' }] } },
    ],
  ] as const
  for (const [query, variables, data] of operations)
    for (const { status, body } of await repeatedly(() => execute(ann, query, variables)))
      expect([status, body]).toEqual([200, { data }])
  const { count } = await database.post.deleteMany({ where: { content: 'By default' } })
  expect(count).toBe((await repeatedly(async () => 0)).length)
})

test('a caller without a session changes nothing, also by a compiled operation', async () => {
  await repeatedly(() => like(ann, posts[0]?.publicId ?? ''))
  const rejected = await repeatedly(() =>
    execute(
      anonymous,
      'mutation ($id: ID!) { unlikePost(input: { postId: $id }) { post { id } userErrors { code message } } }',
      {
        id: posts[0]?.publicId,
      },
    ),
  )
  for (const { body } of rejected) {
    expect(body.data).toEqual({
      unlikePost: {
        post: null,
        userErrors: [{ code: 'UNAUTHENTICATED', message: reasons.SIGN_IN_FIRST }],
      },
    })
  }
})

test('attack 14: a cross-site request is rejected, also for a compiled operation', async () => {
  await repeatedly(() => like(ann, posts[1]?.publicId ?? ''))
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ] as const) {
    const response = await ann.fetch('/graphql', { json: { query: FEED }, headers })
    expect(response.status).toBe(403)
  }
})

test('an ended session has no viewer at the next request', async () => {
  const carl = server.browser()
  await carl.signUp()
  await repeatedly(() => feed(carl))
  const whoAmI = '{ viewer { email } }'
  const [before] = await repeatedly(() => execute(carl, whoAmI))
  expect(before?.body.data.viewer).toEqual({ email: expect.stringContaining('@') })
  const cookies = new Map(carl.cookies)
  await carl.fetch('/api/logout', { method: 'POST', json: {} })
  const stale = server.browser()
  for (const [name, value] of cookies) stale.cookies.set(name, value)
  for (const { body } of await repeatedly(() => execute(stale, whoAmI)))
    expect(body.data.viewer).toBeNull()
  const { body } = await execute(
    stale,
    'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount isLiked } userErrors { code } } }',
    { id: posts[2]?.publicId },
  )
  expect(body.data).toMatchObject({ likePost: { userErrors: [{ code: 'UNAUTHENTICATED' }] } })
  expect((await feed(stale)).edges.some(({ node }) => node.isLiked)).toBe(false)
})

test('a database error is masked', async () => {
  await repeatedly(() => feed(ann, { first: 4 }))
  const rows = vi
    .spyOn(database, 'rows')
    .mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.1'))
  try {
    const response = await ann.fetch('/graphql', { json: { query: FEED, variables: { first: 4 } } })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('ECONNREFUSED')
  } finally {
    rows.mockRestore()
  }
  expect((await feed(ann, { first: 4 })).edges).toHaveLength(4)
})

test('a mutation is not retried when compiled code fails after it', async () => {
  await repeatedly(() => like(ann, posts[3]?.publicId ?? ''))
  let attempts = 0
  const write = vi.spyOn(likeWrites(database), 'like').mockImplementation(() => {
    attempts++
    return Promise.reject(new Error('lost its connection to 10.0.0.1'))
  })
  try {
    const { body } = await like(ann, posts[4]?.publicId ?? '')
    expect(body.errors?.[0]?.message).toMatch(/^Something went wrong\./)
    expect(attempts).toBe(1)
  } finally {
    write.mockRestore()
  }
})
