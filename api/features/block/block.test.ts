import { expect, test } from 'vitest'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { limits } from '#rules/limits.ts'

const { as, asDemoUser, anonymous, aUser, aPost, theDemoUser, services } = await testApi()
const { database, ids } = services

const payload = 'user { username isMuted isBlocked } userErrors { code reason field }'
const CHANGES = {
  muteUser: `mutation ($userId: ID!, $until: DateTime) {
    muteUser(input: { userId: $userId, until: $until }) { ${payload} }
  }`,
  unmuteUser: `mutation ($userId: ID!) { unmuteUser(input: { userId: $userId }) { ${payload} } }`,
  blockUser: `mutation ($userId: ID!) { blockUser(input: { userId: $userId }) { ${payload} } }`,
  unblockUser: `mutation ($userId: ID!) { unblockUser(input: { userId: $userId }) { ${payload} } }`,
  followUser: `mutation ($userId: ID!) { followUser(input: { userId: $userId }) { ${payload} } }`,
}
type Change = keyof typeof CHANGES
type Person = { id: string; publicId: string; username: string }

async function change(name: Change, actor: Person, user: Person, until?: string) {
  const variables = { userId: user.publicId, ...(until && { until }) }
  return (await as(actor).data(CHANGES[name], variables))[name]
}

const LISTS = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String) {
    node(id: $id) {
      ... on User {
        mutedUsers(first: $first, after: $after) {
          nodes { username isMuted }
          pageInfo { hasNextPage endCursor }
        }
        blockedUsers(first: $first, after: $after) { nodes { username isBlocked posts { nodes { id } } } }
      }
    }
  }`

const people = async (count: number) => {
  const result: Person[] = []
  while (result.length < count) result.push(await aUser())
  return result
}
const pair = async () => (await people(2)) as [Person, Person]
const version = async ({ id }: Person) =>
  (await database.user.findUniqueOrThrow({ where: { id } })).visibilityVersion

test('a mute and its end are idempotent, and show in the list of the muter alone', async () => {
  const [ada, ben] = await pair()
  for (let time = 1; time <= 2; time++)
    expect(await change('muteUser', ada, ben)).toEqual({
      user: { username: ben.username, isMuted: true, isBlocked: false },
      userErrors: [],
    })
  const lists = (caller = as(ada)) => caller.data(LISTS, { id: ada.publicId })
  expect((await lists()).node.mutedUsers.nodes).toEqual([{ username: ben.username, isMuted: true }])
  for (const caller of [as(ben), anonymous])
    expect((await lists(caller)).node).toEqual({ mutedUsers: null, blockedUsers: null })
  for (let time = 1; time <= 2; time++)
    expect((await change('unmuteUser', ada, ben)).user).toMatchObject({ isMuted: false })
  expect((await lists()).node.mutedUsers.nodes).toEqual([])
  expect(await version(ada)).toBeGreaterThan(0)
  expect(await version(ben)).toBe(0)
})

test('a mute ends by itself; muting again changes the end', async () => {
  const [ada, ben] = await pair()
  const later = new Date(Date.now() + 60_000).toISOString()
  expect((await change('muteUser', ada, ben, later)).user).toMatchObject({ isMuted: true })
  const where = { muterId_mutedId: { muterId: ada.id, mutedId: ben.id } }
  expect((await database.mute.findUniqueOrThrow({ where })).until?.toISOString()).toBe(later)
  await database.mute.update({ where, data: { until: new Date(Date.now() - 1) } })
  const { node } = await as(ada).data(LISTS, { id: ada.publicId })
  expect(node.mutedUsers.nodes).toEqual([])
  await change('muteUser', ada, ben)
  expect((await database.mute.findUniqueOrThrow({ where })).until).toBeNull()
  expect((await change('muteUser', ada, ben, '2001-01-01T00:00:00Z')).userErrors).toEqual([
    { code: 'BAD_INPUT', reason: 'MUTE_UNTIL_PAST', field: 'until' },
  ])
})

test('a block hides two people from each other and ends their follows', async () => {
  const [ada, ben] = await pair()
  await change('followUser', ada, ben)
  await change('followUser', ben, ada)
  for (let time = 1; time <= 2; time++)
    expect(await change('blockUser', ada, ben)).toEqual({
      user: { username: ben.username, isMuted: false, isBlocked: true },
      userErrors: [],
    })
  expect(await database.user.findUnique({ where: { id: ada.id } })).toMatchObject({
    followersCount: 0,
    followingCount: 0,
  })
  const USER = 'query ($username: String!) { user(username: $username) { id } }'
  for (const [caller, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await as(caller).data(USER, { username: other.username })).user).toBeNull()
    for (const name of ['followUser', 'muteUser'] as const)
      expect((await change(name, caller, other)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  }
  for (const name of ['blockUser', 'unblockUser'] as const)
    expect((await change(name, ben, ada)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const { node } = await as(ada).data(LISTS, { id: ada.publicId })
  expect(node.blockedUsers.nodes).toEqual([
    { username: ben.username, isBlocked: true, posts: { nodes: [] } },
  ])
  for (let time = 1; time <= 2; time++)
    expect((await change('unblockUser', ada, ben)).user).toMatchObject({ isBlocked: false })
  expect((await as(ben).data(USER, { username: ada.username })).user).not.toBeNull()
  expect((await change('followUser', ben, ada)).userErrors).toEqual([])
})

test('attack 72: nobody likes, shares or deletes a post across a block', async () => {
  const [ada, ben] = await pair()
  const post = await aPost({ by: ada })
  await change('blockUser', ada, ben)
  for (const [name, mutation] of [
    ['likePost', 'likePost(input: { postId: $id }) { post { id } userErrors { code } }'],
    ['unlikePost', 'unlikePost(input: { postId: $id }) { post { id } userErrors { code } }'],
    ['sharePost', 'sharePost(input: { postId: $id }) { post { id } userErrors { code } }'],
    ['unsharePost', 'unsharePost(input: { postId: $id }) { post { id } userErrors { code } }'],
    [
      'setRepliesClosed',
      'setRepliesClosed(input: { postId: $id, closed: true }) { post { id } userErrors { code } }',
    ],
    ['deletePost', 'deletePost(input: { postId: $id }) { deletedPostId userErrors { code } }'],
  ] as const) {
    const data = await as(ben).data(`mutation ($id: ID!) { ${mutation} }`, { id: post.publicId })
    expect(data[name]).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  }
  expect(await database.like.count({ where: { postId: post.id } })).toBe(0)
  expect(await database.feedEvent.count({ where: { postId: post.id, kind: 'SHARE' } })).toBe(0)
})

test('attack 72: follows and blocks at the same time leave no follow across a block', async () => {
  for (let round = 1; round <= 20; round++) {
    const [ada, ben] = await pair()
    await Promise.all([
      change('followUser', ben, ada),
      change('blockUser', ada, ben),
      change('followUser', ben, ada),
      change('followUser', ada, ben),
    ])
    expect(await database.follow.count({ where: { followerId: { in: [ada.id, ben.id] } } })).toBe(0)
    for (const { id } of [ada, ben])
      expect(await database.user.findUnique({ where: { id } })).toMatchObject({
        followersCount: 0,
        followingCount: 0,
      })
  }
})

test('blocks in both directions at the same time never deadlock', async () => {
  const crowd = await people(6)
  const changes = crowd.flatMap((actor) =>
    crowd
      .filter((user) => user !== actor)
      .flatMap((user) => [
        change('blockUser', actor, user),
        change('followUser', actor, user),
        change('unblockUser', actor, user),
      ]),
  )
  const codes = (await Promise.all(changes)).flatMap(({ userErrors }) =>
    userErrors.map(({ code }: { code: string }) => code),
  )
  expect(codes.filter((code) => code !== 'NOT_FOUND')).toEqual([])
})

test('one has at most 1,000 mutes and 1,000 blocks', async () => {
  const [ada, ben] = await pair()
  const ids1000 = Array.from({ length: limits.mutes }, () => ids.next())
  await database.user.createMany({
    data: ids1000.map((id) => ({
      id,
      displayName: 'One of many',
      username: `u${id.replaceAll('-', '').slice(-28)}`,
      email: `${id}@example.org`,
    })),
  })
  await database.mute.createMany({
    data: ids1000.map((mutedId) => ({ id: ids.next(), muterId: ada.id, mutedId })),
  })
  await database.block.createMany({
    data: ids1000.map((blockedId) => ({ id: ids.next(), blockerId: ada.id, blockedId })),
  })
  expect((await change('muteUser', ada, ben)).userErrors).toMatchObject([
    { code: 'CONFLICT', reason: 'MUTE_LIMIT' },
  ])
  expect((await change('blockUser', ada, ben)).userErrors).toMatchObject([
    { code: 'CONFLICT', reason: 'BLOCK_LIMIT' },
  ])
})

test('nobody mutes or blocks themself, a missing user, or without an account', async () => {
  const [ada] = await pair()
  const demo = await theDemoUser()
  for (const name of ['muteUser', 'unmuteUser', 'blockUser', 'unblockUser'] as const) {
    expect((await change(name, ada, ada)).userErrors).toMatchObject([
      { code: 'BAD_INPUT', reason: 'HIDE_SELF' },
    ])
    const nobody = { ...ada, publicId: 'user_01h455vb4pex5vsknk084sn02q' }
    expect((await change(name, ada, nobody)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    for (const caller of [anonymous, asDemoUser()])
      expect(
        (await caller.data(CHANGES[name], { userId: ada.publicId }))[name].userErrors,
      ).toMatchObject([{ code: 'UNAUTHENTICATED' }])
    // All visitors share the demo user.
    expect((await change(name, ada, demo)).userErrors).toMatchObject(
      name === 'blockUser' ? [{ code: 'BAD_INPUT', reason: 'BLOCK_DEMO_USER' }] : [],
    )
  }
})

test('attack 75: a suspended account can take back, and nothing else', async () => {
  const [ada, ben] = await pair()
  const suspended = as({ id: ada.id, suspension: { until: new Date('2099-05-06T07:08:00Z') } })
  for (const name of Object.keys(CHANGES) as Change[]) {
    const { userErrors } = (await suspended.data(CHANGES[name], { userId: ben.publicId }))[name]
    expect([name, userErrors]).toMatchObject([
      name,
      name.startsWith('un') ? [] : [{ code: 'FORBIDDEN', reason: 'SUSPENDED' }],
    ])
  }
})

test('a suspension without an end says that a moderator lifts it', async () => {
  const [ada, ben] = await pair()
  const suspended = as({ id: ada.id, suspension: { until: null } })
  const document = CHANGES.muteUser.replace('reason', 'message')
  const { userErrors } = (await suspended.data(document, { userId: ben.publicId })).muteUser
  expect(userErrors).toEqual([
    {
      code: 'FORBIDDEN',
      message: expect.stringContaining('until a moderator lifts it'),
      field: null,
    },
  ])
})

test('follows, mutes and blocks share a limit of 60 a minute', async () => {
  applyLimits(services)
  const [ada, ben] = await pair()
  const codes = []
  for (let number = 1; number <= 61; number++)
    codes.push((await change(number % 2 ? 'muteUser' : 'followUser', ada, ben)).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(60)
})
