import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, anonymous, aUser, aLike, aPost, posts, services, statements } = await testApi()

const FEED = /* GraphQL */ `
  query Feed($first: Int, $after: String, $last: Int, $before: String) {
    feed(first: $first, after: $after, last: $last, before: $before) {
      edges {
        cursor
        node {
          id
          content
          createdAt
          likesCount
          isLiked
          image {
            url
            width
          }
          author {
            id
            displayName
            avatar
          }
        }
      }
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`

interface Page {
  edges: {
    cursor: string
    node: { id: string; content: string; likesCount: number; isLiked: boolean }
  }[]
  nodes: { id: string }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

const ada = await aUser({ displayName: 'Ada' })
const page = async (variables: Record<string, unknown> = {}, caller = anonymous) =>
  (await caller.data<{ feed: Page }>(FEED, variables)).feed
const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id)
const deleteAll = () => services.database.post.deleteMany()

test('the feed shows posts with likes, newest first', async () => {
  const ben = await aUser()
  await aPost({ by: ben, content: 'Good morning' })
  const { createPost } = await as(ada).data(/* GraphQL */ `
    mutation {
      createPost(input: { content: "  Sunny day  " }) {
        post { id content author { displayName } }
        userErrors { message }
      }
    }
  `)
  expect(createPost).toEqual({
    post: {
      id: expect.stringMatching(/^post_/),
      content: 'Sunny day',
      author: { displayName: 'Ada' },
    },
    userErrors: [],
  })
  const { likePost } = await as(ben).data(
    /* GraphQL */ `
      mutation ($id: ID!) {
        likePost(input: { postId: $id }) {
          post { likesCount isLiked }
          userErrors { message }
        }
      }
    `,
    { id: createPost.post.id },
  )
  expect(likePost).toEqual({ post: { likesCount: 1, isLiked: true }, userErrors: [] })
  const shown = (await page({}, as(ben))).edges.map(({ node }) => [
    node.content,
    node.isLiked,
    node.likesCount,
  ])
  expect(shown).toEqual([
    ['Sunny day', true, 1],
    ['Good morning', false, 0],
  ])
  expect((await page({}, as(ada))).edges[0]?.node.isLiked).toBe(false)
})

test('a page takes one statement, and none when it is cached', async () => {
  await deleteAll()
  const [, , third] = await posts(12, { by: ada })
  if (third) await aLike({ by: ada, of: third })
  for (const caller of [as(ada), anonymous]) {
    let current = await page({ first: 4 }, caller)
    const { startCursor, endCursor } = (
      await page({ first: 4, after: current.pageInfo.endCursor }, caller)
    ).pageInfo
    for (const variables of [
      { first: 4 },
      { last: 4 },
      { first: 4, after: endCursor },
      { last: 4, before: startCursor },
    ]) {
      const sent = await statements.of(async () => {
        current = await page(variables, caller)
      })
      expect(current.edges).toHaveLength(4)
      const isInMemory = caller === anonymous && !('last' in variables)
      expect(sent).toHaveLength(isInMemory ? 0 : 1)
    }
  }
})

test('attack 10: a page has 1 to 100 posts, 20 by default, counted from one end', async () => {
  await deleteAll()
  await posts(22, { by: ada })
  for (const size of [-1, 0, 101, 2_147_483_647]) {
    for (const end of ['first', 'last']) {
      const { data, errors } = await anonymous.run(FEED, { [end]: size })
      expect(data).toBeNull()
      expect(errors?.[0]).toMatchObject({
        message: `${end} can be 1 to 100.`,
        extensions: { code: 'BAD_INPUT', field: end },
      })
    }
  }
  const { errors } = await anonymous.run(FEED, { first: 2, last: 2 })
  expect(errors?.[0]).toMatchObject({
    message: 'Give either first or last, not both.',
    extensions: { code: 'BAD_INPUT' },
  })
  expect((await page()).edges).toHaveLength(20)
  expect((await page({ first: 100 })).edges).toHaveLength(22)
  expect((await page({ first: 1 })).edges).toHaveLength(1)
})

test('attack 24: a forged or truncated cursor, or one of another list, is rejected', async () => {
  await deleteAll()
  const [post] = await posts(3, { by: ada })
  const cursor = String((await page({ first: 1 })).pageInfo.endCursor)
  const { user } = await anonymous.data(
    /* GraphQL */ `query ($id: ID!) {
      user(id: $id) { posts(first: 1) { pageInfo { endCursor } } }
    }`,
    {
      id: ada.publicId,
    },
  )
  const flipped = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`
  const forged = [
    '',
    'x',
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}==`,
    ` ${cursor}`,
    flipped,
    user.posts.pageInfo.endCursor,
    String(post?.id),
    String(post?.publicId),
    Buffer.from(String(post?.id)).toString('base64url'),
    Buffer.from(JSON.stringify({ id: post?.id })).toString('base64'),
    "' OR 1=1; --",
    Buffer.from("' OR 1=1; --").toString('base64url'),
    'x'.repeat(10_000),
    '\u0000',
  ]
  for (const bad of forged) {
    for (const field of ['after', 'before']) {
      const { data, errors } = await anonymous.run(FEED, { [field]: bad })
      expect(data).toBeNull()
      expect(errors).toMatchObject([
        {
          message: 'This is not a cursor of this list. Start from its first page.',
          extensions: { code: 'BAD_INPUT', field, http: { status: 400 } },
        },
      ])
    }
  }
  expect((await page({ first: 1, after: cursor })).edges).toHaveLength(1)
})

test('a page can lie between two cursors', async () => {
  await deleteAll()
  await posts(9, { by: ada })
  const { edges } = await page()
  const [after, before] = [edges[1]?.cursor, edges[6]?.cursor]
  expect(idsOf(await page({ after, before }))).toEqual(edges.slice(2, 6).map(({ node }) => node.id))
  expect(idsOf(await page({ first: 2, after, before }))).toEqual(
    edges.slice(2, 4).map(({ node }) => node.id),
  )
  expect(idsOf(await page({ last: 2, after, before }))).toEqual(
    edges.slice(4, 6).map(({ node }) => node.id),
  )
})

test('an empty page has no cursors', async () => {
  await deleteAll()
  expect(await page()).toEqual({
    edges: [],
    nodes: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  })
})

/** A seeded generator, so failures are reproducible. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each([1, 2, 3, 4, 5, 6])(
  'walk %i: while posts are added and deleted, pages repeat no post and skip none that stays',
  async (seed) => {
    await deleteAll()
    const below = random(seed)
    const backwards = seed % 2 === 0
    const initial = (await posts(40, { by: ada })).map(({ id }) => id)
    const removed = new Set<string>()
    const ids: string[] = []
    let cursor: string | null = null
    for (let hasMore = true; hasMore; ) {
      const size = 1 + below(6)
      const { pageInfo, ...rows }: Page = await page(
        backwards ? { last: size, before: cursor } : { first: size, after: cursor },
      )
      const pageIds = idsOf({ pageInfo, ...rows })
      expect(rows.nodes.map(({ id }) => id)).toEqual(pageIds)
      for (const id of removed) expect(pageIds).not.toContain(toPublicId('Post', id))
      if (backwards) ids.unshift(...pageIds)
      else ids.push(...pageIds)
      hasMore = backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
      cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor
      await posts(below(3), { by: ada })
      // A third of the time, also remove the cursor's own post.
      const victims = [
        initial[below(initial.length)],
        below(3) === 0 ? initial.find((id) => toPublicId('Post', id) === pageIds[0]) : undefined,
      ]
      for (const id of victims.filter((each) => each !== undefined)) {
        removed.add(id)
        if (below(2)) await services.database.post.deleteMany({ where: { id } })
        else
          await services.database.post.updateMany({ where: { id }, data: { hiddenAt: new Date() } })
      }
    }
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toEqual(
      expect.arrayContaining(
        initial.filter((id) => !removed.has(id)).map((id) => toPublicId('Post', id)),
      ),
    )
  },
)
