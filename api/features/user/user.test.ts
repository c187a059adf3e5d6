import { expect, test } from 'vitest'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const {
  as,
  asDemoUser,
  anonymous,
  aUser,
  aPost,
  aLike,
  theDemoUser,
  posts,
  services,
  statements,
  logLines,
} = await testApi()

const PROFILE = 'id displayName username bio avatar email followingCount followersCount createdAt'
const USER = /* GraphQL */ `query ($id: ID, $username: String) {
  user(id: $id, username: $username) { ${PROFILE} }
}`

const ada = await aUser({
  displayName: 'Ada',
  username: 'ada',
  email: 'ada@example.org',
  bio: 'Hello',
  avatar: 'https://example.org/ada.png',
})
const ben = await aUser()
const demo = await theDemoUser()
const find = async (key: Record<string, unknown>, caller = anonymous) =>
  (await caller.data(USER, key)).user

test('a user is found by id or by username in any case', async () => {
  const expected = {
    id: ada.publicId,
    displayName: 'Ada',
    username: 'ada',
    bio: 'Hello',
    avatar: 'https://example.org/ada.png',
    email: null,
    followingCount: 0,
    followersCount: 0,
    createdAt: ada.createdAt.toISOString(),
  }
  expect(await find({ id: ada.publicId })).toEqual(expected)
  expect(await find({ username: 'ada' })).toEqual(expected)
  for (const username of [' ADA ', '@ada', ' @Ada', '\uff20ada'])
    expect([username, await find({ username })]).toEqual([username, expected])
})

test('only its owner sees an email', async () => {
  expect(await find({ id: ada.publicId }, as(ada))).toMatchObject({ email: 'ada@example.org' })
  expect(await find({ id: ada.publicId }, as(ben))).toMatchObject({ email: null })
  expect(await find({ id: 'demo-user' }, asDemoUser())).toMatchObject({ email: null })
  const post = await aPost({ by: ada })
  await aLike({ by: ben, of: post })
  const { feed } = await as(ben).data('{ feed(first: 1) { nodes { author { email } } } }')
  expect(feed.nodes).toEqual([{ author: { email: null } }])
})

test('the viewer may follow everyone else, and edit the own profile', async () => {
  const MAY = 'query ($id: ID!) { user(id: $id) { viewerCanFollow viewerCanEdit } }'
  const may = async ({ publicId: id }: typeof ada, caller = as(ada)) =>
    (await caller.data(MAY, { id })).user
  const [own, others] = [
    { viewerCanFollow: false, viewerCanEdit: true },
    { viewerCanFollow: true, viewerCanEdit: false },
  ]
  expect([await may(ada), await may(ben), await may(demo)]).toEqual([own, others, others])
  expect([await may(demo, asDemoUser()), await may(ada, asDemoUser())]).toEqual([own, others])
  expect(await may(ada, anonymous)).toEqual({ viewerCanFollow: false, viewerCanEdit: false })
})

test('an unknown or malformed id or username finds no user', async () => {
  for (const id of [
    'user_01h455vb4pex5vsknk084sn02q',
    (await aPost({ by: ada })).publicId,
    'nonsense',
    '',
    'user_',
    'user_\u0000',
  ])
    expect(await find({ id })).toBeNull()
  for (const username of [
    'unknown_name',
    '',
    '\u0000',
    '%',
    "ada'--",
    'ada bob',
    '@',
    '@@ada',
    'ada@',
  ])
    expect(await find({ username })).toBeNull()
})

test.each([{}, { id: 'demo-user', username: 'demouser' }, { id: null, username: null }])(
  '%j is rejected: exactly one of id and username is required',
  async (key) => {
    const { errors } = await anonymous.run(USER, key)
    expect(errors?.[0]).toMatchObject({
      message: 'Give either an id or a username.',
      extensions: { code: 'BAD_INPUT', field: 'id' },
    })
  },
)

test('the viewer is the signed-in user, and null for the demo user', async () => {
  const viewer = async (caller = anonymous) => (await caller.data('{ viewer { id email } }')).viewer
  expect(await viewer(as(ada))).toEqual({ id: ada.publicId, email: 'ada@example.org' })
  expect(await viewer(asDemoUser())).toBeNull()
  expect(await viewer()).toBeNull()
})

test('node finds posts and users by id, including the demo user', async () => {
  const post = await aPost({ by: ada, content: 'node' })
  const node = async (id: string) =>
    (
      await anonymous.data(
        /* GraphQL */ `query ($id: ID!) {
          node(id: $id) { __typename id ... on Post { content } ... on User { username } }
        }`,
        { id },
      )
    ).node
  expect(await node(post.publicId)).toEqual({
    __typename: 'Post',
    id: post.publicId,
    content: 'node',
  })
  expect(await node(ada.publicId)).toEqual({
    __typename: 'User',
    id: ada.publicId,
    username: 'ada',
  })
  expect(await node('demo-user')).toEqual({
    __typename: 'User',
    id: 'demo-user',
    username: 'demouser',
  })
})

test('attack 21: a hidden post is indistinguishable from a missing one', async () => {
  const hidden = await aPost({ by: ada, hiddenAt: new Date() })
  const shown = await aPost({ by: ada })
  const NODE = 'query ($id: ID!) { node(id: $id) { id } }'
  const unknown = 'post_01h455vb4pex5vsknk084sn02q'
  const results = []
  for (const id of [hidden.publicId, unknown, 'nonsense', '', 'post_x', 'User:1', 'VXNlcjox'])
    results.push(await as(ada).run(NODE, { id }))
  expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
    new Set([JSON.stringify({ data: { node: null } })]),
  )
  const { nodes } = await anonymous.data('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    ids: [hidden.publicId, shown.publicId, 'nonsense', shown.publicId, unknown, 'demo-user'],
  })
  expect(nodes).toEqual([
    null,
    { id: shown.publicId },
    null,
    { id: shown.publicId },
    null,
    { id: 'demo-user' },
  ])
  const { user } = await anonymous.data(
    'query ($id: ID!) { user(id: $id) { posts { nodes { id } } } }',
    { id: ada.publicId },
  )
  expect(user.posts.nodes).not.toContainEqual({ id: hidden.publicId })
})

test('one operation can request the same nodes twice', async () => {
  const part = `nodes(ids: ["${ada.publicId}"]) { id ... on User { username } }`
  const { one, two } = await anonymous.data(`{ one: ${part} two: ${part} }`)
  expect(one).toEqual([{ id: ada.publicId, username: expect.any(String) }])
  expect(two).toEqual(one)
})

test('one request can have at most 100 node ids', async () => {
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = (await posts(100, { by: ben })).map(({ publicId }) => publicId)
  let nodes: unknown
  const sent = await statements.of(async () => {
    nodes = (await anonymous.data(NODES, { ids })).nodes
  })
  expect(nodes).toEqual(ids.map((id) => ({ id })))
  expect(sent).toHaveLength(1)
  const { errors } = await anonymous.run(NODES, { ids: [...ids, 'demo-user'] })
  expect(errors?.[0]).toMatchObject({
    message: 'Request at most 100 ids at once.',
    extensions: { code: 'BAD_INPUT', field: 'ids' },
  })
})

test("a user's posts are paged newest first, and a profile page takes two statements", async () => {
  const [author, fan] = [await aUser(), await aUser()]
  const expected = (await posts(5, { by: author })).map(({ publicId }) => publicId).reverse()
  await posts(2, { by: fan })
  const POSTS = /* GraphQL */ `
    query ($id: ID!, $after: String) {
      user(id: $id) {
        ${PROFILE}
        posts(first: 3, after: $after) {
          nodes { id content isLiked likesCount image { url } author { id displayName avatar } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  `
  const ids: string[] = []
  let after: string | null = null
  do {
    let page:
      | { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
      | undefined
    const sent = await statements.of(async () => {
      page = (await as(fan).data(POSTS, { id: author.publicId, after })).user.posts
    })
    expect(sent).toHaveLength(2)
    ids.push(...(page?.nodes.map(({ id }) => id) ?? []))
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after)
  expect(ids).toEqual(expected)
  const { user } = await anonymous.data(POSTS, { id: author.publicId })
  const { errors } = await anonymous.run(POSTS, {
    id: fan.publicId,
    after: user.posts.pageInfo.endCursor,
  })
  expect(errors?.[0]?.extensions.code).toBe('BAD_INPUT')
})

test('with the demo user disabled, no query finds it', async () => {
  services.settings.demoUser = false
  try {
    expect(await find({ id: 'demo-user' })).toBeNull()
    expect(await find({ username: 'demouser' })).toBeNull()
    expect(
      await anonymous.data('{ node(id: "demo-user") { id } nodes(ids: ["demo-user"]) { id } }'),
    ).toEqual({ node: null, nodes: [null] })
  } finally {
    services.settings.demoUser = true
  }
  expect((await find({ id: 'demo-user' })).id).toBe('demo-user')
  expect(demo.id).toBe(DEMO_USER_UUID)
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
