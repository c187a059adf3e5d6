import { expect, test } from 'vitest'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { testApi } from '#api/test/execute.ts'
import { fieldMessages } from '#rules/field-messages.ts'
import { messages } from '#rules/messages.ts'

const {
  as,
  asDemoUser,
  nobody,
  aUser,
  aPost,
  aLike,
  anUpload,
  theDemoUser,
  posts,
  services,
  statements,
  logged,
} = await testApi()

const PROFILE = 'id displayName username bio avatar email followingCount followersCount createdAt'
const USER = /* GraphQL */ `query ($id: ID, $username: String) { user(id: $id, username: $username) { ${PROFILE} } }`
const UPDATE = /* GraphQL */ `
  mutation ($input: UpdateProfileInput!) {
    updateProfile(input: $input) { user { id displayName bio avatar } userErrors { code field message } }
  }
`

const ada = await aUser({
  displayName: 'Ada',
  username: 'ada',
  email: 'ada@example.org',
  bio: 'Hello',
  avatar: 'https://example.org/ada.png',
})
const ben = await aUser()
const demo = await theDemoUser()
const find = async (key: Record<string, unknown>, caller = nobody) =>
  (await caller.data(USER, key)).user
const update = async (input: Record<string, unknown>, caller = as(ada)) =>
  (await caller.data(UPDATE, { input })).updateProfile

test('a person is found by id or by username, in any case', async () => {
  const shown = {
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
  expect(await find({ id: ada.publicId })).toEqual(shown)
  expect(await find({ username: 'ada' })).toEqual(shown)
  expect(await find({ username: ' ADA ' })).toEqual(shown)
})

test('an email is its owner’s alone', async () => {
  expect(await find({ id: ada.publicId }, as(ada))).toMatchObject({ email: 'ada@example.org' })
  expect(await find({ id: ada.publicId }, as(ben))).toMatchObject({ email: null })
  expect(await find({ id: 'demo-user' }, asDemoUser())).toMatchObject({ email: null })
  const post = await aPost({ by: ada })
  await aLike({ by: ben, of: post })
  const { feed } = await as(ben).data('{ feed(first: 1) { nodes { author { email } } } }')
  expect(feed.nodes).toEqual([{ author: { email: null } }])
})

test('nobody is found by what is no id and no name', async () => {
  for (const id of [
    'user_01h455vb4pex5vsknk084sn02q',
    (await aPost({ by: ada })).publicId,
    'nonsense',
    '',
    'user_',
    'user_\u0000',
  ])
    expect(await find({ id })).toBeNull()
  for (const username of ['nobody_here', '', '\u0000', '%', "ada'--", 'ada bob'])
    expect(await find({ username })).toBeNull()
})

test.each([{}, { id: 'demo-user', username: 'demouser' }, { id: null, username: null }])(
  '%j asks for exactly one of the two',
  async (key) => {
    const { errors } = await nobody.run(USER, key)
    expect(errors?.[0]).toMatchObject({
      message: 'Give either an id or a username.',
      extensions: { code: 'BAD_INPUT', field: 'id' },
    })
  },
)

test('the viewer is whoever is signed in; the demo user is not', async () => {
  const viewer = async (caller = nobody) => (await caller.data('{ viewer { id email } }')).viewer
  expect(await viewer(as(ada))).toEqual({ id: ada.publicId, email: 'ada@example.org' })
  expect(await viewer(asDemoUser())).toBeNull()
  expect(await viewer()).toBeNull()
})

test('a node is found by its id, the demo user’s too', async () => {
  const post = await aPost({ by: ada, content: 'node' })
  const node = async (id: string) =>
    (
      await nobody.data(
        'query ($id: ID!) { node(id: $id) { __typename id ... on Post { content } ... on User { username } } }',
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

test('attack 21: what is hidden is as what never was', async () => {
  const hidden = await aPost({ by: ada, hiddenAt: new Date() })
  const shown = await aPost({ by: ada })
  const NODE = 'query ($id: ID!) { node(id: $id) { id } }'
  const unknown = 'post_01h455vb4pex5vsknk084sn02q'
  const answers = []
  for (const id of [hidden.publicId, unknown, 'nonsense', '', 'post_x', 'User:1', 'VXNlcjox'])
    answers.push(await as(ada).run(NODE, { id }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ data: { node: null } })]),
  )
  const { nodes } = await nobody.data('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
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
  const { user } = await nobody.data(
    'query ($id: ID!) { user(id: $id) { posts { nodes { id } } } }',
    { id: ada.publicId },
  )
  expect(user.posts.nodes).not.toContainEqual({ id: hidden.publicId })
})

test('the same nodes can be asked for twice', async () => {
  const part = `nodes(ids: ["${ada.publicId}"]) { id ... on User { username } }`
  const { one, two } = await nobody.data(`{ one: ${part} two: ${part} }`)
  expect(one).toEqual([{ id: ada.publicId, username: expect.any(String) }])
  expect(two).toEqual(one)
})

test('at most a hundred nodes can be asked for at once', async () => {
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = (await posts(100, { by: ben })).map(({ publicId }) => publicId)
  let nodes: unknown
  const sent = await statements.of(async () => {
    nodes = (await nobody.data(NODES, { ids })).nodes
  })
  expect(nodes).toEqual(ids.map((id) => ({ id })))
  expect(sent).toHaveLength(1)
  const { errors } = await nobody.run(NODES, { ids: [...ids, 'demo-user'] })
  expect(errors?.[0]).toMatchObject({
    message: 'At most 100 ids can be asked for at once.',
    extensions: { code: 'BAD_INPUT', field: 'ids' },
  })
})

test('a person’s posts are theirs alone, newest first, page by page; the page of a profile is two statements', async () => {
  const [author, fan] = [await aUser(), await aUser()]
  const made = (await posts(5, { by: author })).map(({ publicId }) => publicId).reverse()
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
  const seen: string[] = []
  let after: string | null = null
  do {
    let page:
      | { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
      | undefined
    const sent = await statements.of(async () => {
      page = (await as(fan).data(POSTS, { id: author.publicId, after })).user.posts
    })
    expect(sent).toHaveLength(2)
    seen.push(...(page?.nodes.map(({ id }) => id) ?? []))
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after)
  expect(seen).toEqual(made)
  const { user } = await nobody.data(POSTS, { id: author.publicId })
  const { errors } = await nobody.run(POSTS, {
    id: fan.publicId,
    after: user.posts.pageInfo.endCursor,
  })
  expect(errors?.[0]?.extensions.code).toBe('BAD_INPUT')
})

test('a profile changes where something is given; null and "" clear what can be empty', async () => {
  const user = await aUser({ bio: 'Before', avatar: 'https://example.org/before.png' })
  const change = (input: Record<string, unknown>) => update(input, as(user))
  const avatar = 'https://example.org/before.png'
  expect(await change({ displayName: '  New\n Name ' })).toEqual({
    user: { id: user.publicId, displayName: 'New Name', bio: 'Before', avatar },
    userErrors: [],
  })
  expect((await change({ bio: 'After' })).user).toMatchObject({
    displayName: 'New Name',
    bio: 'After',
    avatar,
  })
  expect((await change({ bio: null })).user).toMatchObject({ bio: null, avatar })
  expect((await change({ bio: 'x', avatar: '' })).user).toMatchObject({ bio: 'x', avatar: null })
  expect((await change({ bio: ' ' })).user).toMatchObject({ bio: null })
  expect((await change({})).user).toMatchObject({ displayName: 'New Name' })
})

test('an avatar can be an upload of one’s own', async () => {
  const own = await anUpload({ by: ada })
  expect((await update({ avatar: own.path })).user.avatar).toBe(own.path)
  expect(await services.database.user.findUnique({ where: { id: ada.id } })).toMatchObject({
    avatarMediaId: own.id,
  })
  const others = await anUpload({ by: ben })
  expect(await update({ avatar: others.path })).toMatchObject({
    user: null,
    userErrors: [{ code: 'FORBIDDEN', field: 'avatar' }],
  })
  expect((await update({ avatar: 'https://example.org/ada.png' })).user.avatar).toBe(
    'https://example.org/ada.png',
  )
  expect(await services.database.user.findUnique({ where: { id: ada.id } })).toMatchObject({
    avatarMediaId: null,
  })
})

test.each([
  [{ displayName: '' }, 'displayName', fieldMessages.displayNameEmpty],
  [{ displayName: null }, 'displayName', fieldMessages.displayNameEmpty],
  [{ displayName: 'x'.repeat(51) }, 'displayName', fieldMessages.displayNameTooLong],
  [{ bio: 'x'.repeat(161) }, 'bio', fieldMessages.bioTooLong],
  [{ avatar: 'javascript:alert(1)' }, 'avatar', messages.imageUrlInvalid],
  [{ avatar: 'https://example.org/a\u202egpj.exe' }, 'avatar', messages.imageUrlInvalid],
  [{ avatar: 'data:image/png;base64,AAAA' }, 'avatar', messages.imageUrlInvalid],
])('%j is refused', async (input, field, message) => {
  expect(await update(input)).toEqual({
    user: null,
    userErrors: [{ code: 'BAD_INPUT', field, message }],
  })
})

test('the demo user keeps its name; its bio and avatar may change', async () => {
  expect(await update({ displayName: 'Somebody', bio: 'x' }, asDemoUser())).toMatchObject({
    user: null,
    userErrors: [{ code: 'FORBIDDEN', field: 'displayName' }],
  })
  expect(
    (
      await update(
        { displayName: 'Demo User', bio: 'Being kind', avatar: 'https://example.org/d.png' },
        asDemoUser(),
      )
    ).user,
  ).toEqual({
    id: 'demo-user',
    displayName: 'Demo User',
    bio: 'Being kind',
    avatar: 'https://example.org/d.png',
  })
})

test('attack 23: what a profile does not let one change cannot be changed', async () => {
  for (const extra of [
    { username: 'x' },
    { email: 'x@example.org' },
    { id: demo.publicId },
    { followersCount: 9 },
    { disabledAt: null },
  ]) {
    const { errors } = await as(ada).run(UPDATE, { input: { bio: 'x', ...extra } })
    expect(errors?.[0]?.extensions.code).toBe('BAD_INPUT')
  }
})

test('whoever is nobody changes nothing', async () => {
  expect(await update({ bio: 'x'.repeat(161) }, nobody)).toEqual({
    user: null,
    userErrors: [{ code: 'UNAUTHENTICATED', field: null, message: messages.signInFirst }],
  })
})

test('profile changes and searches are limited', async () => {
  const { consume } = services.limits
  services.limits.consume = createLimits().consume
  try {
    for (let number = 1; number <= 30; number++)
      expect((await update({ bio: `${number}` })).userErrors).toEqual([])
    expect((await update({ bio: 'x' })).userErrors).toMatchObject([{ code: 'RATE_LIMITED' }])
    const SEARCH = '{ search(query: "x", first: 1) { nodes { id } } }'
    for (let number = 1; number <= 60; number++) await as(ada, '192.0.2.9').data(SEARCH)
    const { data, errors, extensions } = await as(ben, '192.0.2.9').run(SEARCH)
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'RATE_LIMITED'])
    expect(extensions?.retryAfter).toBeGreaterThan(0)
    await as(ada, '192.0.2.10').data(SEARCH)
  } finally {
    services.limits.consume = consume
  }
})

test('where there is no demo user, nobody finds one', async () => {
  services.settings.demoUser = false
  try {
    expect(await find({ id: 'demo-user' })).toBeNull()
    expect(await find({ username: 'demouser' })).toBeNull()
    expect(
      await nobody.data('{ node(id: "demo-user") { id } nodes(ids: ["demo-user"]) { id } }'),
    ).toEqual({ node: null, nodes: [null] })
  } finally {
    services.settings.demoUser = true
  }
  expect((await find({ id: 'demo-user' })).id).toBe('demo-user')
  expect(demo.id).toBe(DEMO_USER_UUID)
})

test('nothing of all this was a fault of the server', () => {
  expect(logged).toEqual([])
})
