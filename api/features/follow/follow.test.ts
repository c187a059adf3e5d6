import { expect, test } from 'vitest'
import { oldestIdAt } from '#api/lib/ids.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'

const { as, asDemoUser, anonymous, aUser, aPost, aReply, theDemoUser, services, statements } =
  await testApi()
const { database, ids } = services

const FOLLOW = /* GraphQL */ `
  mutation ($userId: ID!) {
    change: followUser(input: { userId: $userId }) { ...Result }
  }
  fragment Result on FollowUserPayload {
    user { followersCount isFollowed followsViewer } userErrors { code reason field message }
  }`
const UNFOLLOW = FOLLOW.replace('followUser', 'unfollowUser').replace('Follow', 'Unfollow')

interface Followed {
  user: { followersCount: number; isFollowed: boolean; followsViewer: boolean } | null
  userErrors: { code: string; reason: string; field: string; message: string }[]
}

const [ada, ben] = [await aUser(), await aUser()]
const follow = async (user: { publicId: string }, caller = as(ada)) =>
  (await caller.data<{ change: Followed }>(FOLLOW, { userId: user.publicId })).change
const unfollow = async (user: { publicId: string }, caller = as(ada)) =>
  (await caller.data<{ change: Followed }>(UNFOLLOW, { userId: user.publicId })).change
const countsOf = async ({ id }: { id: string }) => {
  const { followersCount, followingCount } = await database.user.findUniqueOrThrow({
    where: { id },
  })
  return { followersCount, followingCount }
}

test('following and unfollowing are idempotent and update both counts', async () => {
  const cleo = await aUser()
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(await follow(cleo)).toEqual({
      user: { followersCount: 1, isFollowed: true, followsViewer: false },
      userErrors: [],
    })
  expect(await follow(ada, as(cleo))).toMatchObject({ user: { followsViewer: true } })
  expect(await countsOf(cleo)).toEqual({ followersCount: 1, followingCount: 1 })
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(await unfollow(cleo)).toMatchObject({
      user: { followersCount: 0, isFollowed: false, followsViewer: true },
    })
  expect(await unfollow(ada, as(cleo))).toMatchObject({ user: { followersCount: 0 } })
})

test('the demo user can follow, and nobody is followed for anonymous callers', async () => {
  await theDemoUser()
  const cleo = await aUser()
  expect(await follow(cleo, asDemoUser())).toMatchObject({ user: { isFollowed: true } })
  const { user } = await anonymous.data(
    'query ($id: ID) { user(id: $id) { isFollowed followsViewer } }',
    {
      id: cleo.publicId,
    },
  )
  expect(user).toEqual({ isFollowed: false, followsViewer: false })
  expect(await follow(cleo, anonymous)).toMatchObject({
    user: null,
    userErrors: [{ code: 'UNAUTHENTICATED', message: reasons.SIGN_IN_FIRST }],
  })
})

test('you cannot follow yourself or a missing user', async () => {
  expect((await follow(ada)).userErrors).toEqual([
    { code: 'BAD_INPUT', reason: 'FOLLOW_SELF', field: 'userId', message: reasons.FOLLOW_SELF },
  ])
  for (const publicId of ['user_01h455vb4pex5vsknk084sn02q', 'post_01h455vb4pex5vsknk084sn02q', ''])
    expect((await follow({ publicId })).userErrors).toMatchObject([
      { code: 'NOT_FOUND', reason: 'USER_NOT_FOUND' },
    ])
})

test('at the limit, someone who blocks the caller does not exist, as an unknown user', async () => {
  const [cleo, other] = [await aUser(), await aUser()]
  const full = { followingCount: limits.followees }
  await database.user.update({ where: { id: cleo.id }, data: full })
  for (const block of [
    { blockerId: other.id, blockedId: cleo.id },
    { blockerId: cleo.id, blockedId: other.id },
  ]) {
    await database.block.create({ data: { id: ids.next(), ...block } })
    expect((await follow(other, as(cleo))).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    await database.block.deleteMany({ where: block })
  }
  expect((await follow(other, as(cleo))).userErrors).toMatchObject([{ reason: 'FOLLOW_LIMIT' }])
})

test('an account follows at most 5,000 people, also in parallel', async () => {
  const cleo = await aUser()
  await addFollowees(cleo.id, limits.followees - 2)
  const others = await Promise.all(Array.from({ length: 6 }, () => aUser()))
  const payloads = await Promise.all(others.map((other) => follow(other, as(cleo))))
  const full = payloads.flatMap(({ userErrors }) => userErrors)
  expect(full).toHaveLength(4)
  expect(full[0]).toMatchObject({ code: 'CONFLICT', reason: 'FOLLOW_LIMIT' })
  expect((await countsOf(cleo)).followingCount).toBe(limits.followees)
  const followed = others[payloads.findIndex(({ user }) => user !== null)]
  if (!followed) throw new Error('Nothing was followed')
  expect(await follow(followed, as(cleo))).toMatchObject({ user: { isFollowed: true } })
  await unfollow(followed, as(cleo))
  expect((await follow(followed, as(cleo))).userErrors).toEqual([])
})

test('a storm: 50 people follow and unfollow one person 2,000 times; the counts are exact', async () => {
  const star = await aUser()
  const people = await Promise.all(Array.from({ length: 50 }, () => aUser()))
  const payloads = await Promise.all(
    Array.from({ length: 2_000 }, (_, index) => {
      const person = as(people[index % people.length] ?? ada)
      return (index % 3 === 1 ? unfollow : follow)(star, person)
    }),
  )
  expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual([])
  const followers = await database.follow.count({ where: { followeeId: star.id } })
  expect(await countsOf(star)).toEqual({ followersCount: followers, followingCount: 0 })
  for (const person of people)
    expect((await countsOf(person)).followingCount).toBe(
      await database.follow.count({ where: { followerId: person.id } }),
    )
})

test('people who follow each other at once cause no deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  const payloads = await Promise.all(
    people.flatMap((one) =>
      people
        .filter((other) => other !== one)
        .map((other, index) => (index % 2 ? follow : unfollow)(other, as(one))),
    ),
  )
  expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual([])
})

test('follows share a limit of 60 a minute per account', async () => {
  applyLimits(services)
  const codes = []
  for (let number = 1; number <= 61; number++)
    codes.push((await (number % 2 ? follow : unfollow)(ben)).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(60)
})

test('followers and following are pages of users, newest first, with what the viewer knows', async () => {
  const star = await aUser()
  const fans = [await aUser(), await aUser(), await aUser()]
  for (const fan of fans) await follow(star, as(fan))
  const [first] = fans
  if (!first) throw new Error('No fan')
  await follow(first, as(star))
  const LIST = /* GraphQL */ `
    query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      user(id: $id) {
        followersCount
        followers(first: $first, after: $after, last: $last, before: $before) {
          nodes { username isFollowed followsViewer followingCount }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }`
  const list = async (variables: object) =>
    (await as(star).data(LIST, { id: star.publicId, ...variables })).user.followers
  const names = fans.map(({ username }) => username).reverse()
  const head = await list({ first: 2 })
  expect(head.nodes.map(({ username }: { username: string }) => username)).toEqual(
    names.slice(0, 2),
  )
  expect(head.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  const tail = await list({ first: 2, after: head.pageInfo.endCursor })
  expect(tail.nodes).toEqual([
    { username: first.username, isFollowed: true, followsViewer: true, followingCount: 1 },
  ])
  expect(tail.pageInfo).toMatchObject({ hasNextPage: false })
  expect(await list({ last: 2 })).toMatchObject({
    nodes: names.slice(1).map((username) => ({ username })),
    pageInfo: { hasPreviousPage: true },
  })
  expect((await list({ last: 2, before: tail.pageInfo.startCursor })).nodes).toEqual(head.nodes)
  const { user } = await anonymous.data(
    '{ user(username: "NAME") { following { nodes { username } } } }'.replace(
      'NAME',
      star.username,
    ),
  )
  expect(user.following.nodes).toEqual([{ username: first.username }])
})

test('a list of followers is one statement after the user', async () => {
  const star = await aUser()
  await follow(star)
  const list = () =>
    as(ada).data('query ($id: ID!) { user(id: $id) { followers { nodes { bio isFollowed } } } }', {
      id: star.publicId,
    })
  expect(await statements.of(list)).toHaveLength(2)
})

test('suggestions are recent authors whom the viewer does not follow, small accounts first', async () => {
  const [popular, small, followed, silent, hidden] = await Promise.all(
    Array.from({ length: 5 }, () => aUser()),
  )
  if (!popular || !small || !followed || !silent || !hidden) throw new Error('No user')
  const suspended = await aUser()
  await database.user.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } })
  for (const by of [popular, small, followed, suspended, ada]) await aPost({ by })
  await aPost({ by: hidden, hiddenAt: new Date() })
  await aReply({ by: silent, to: await aPost({ by: popular }) })
  await follow(popular, as(ben))
  await follow(followed)
  const SUGGESTED = '{ suggestedUsers { username isFollowed } }'
  const names = (await as(ada).data(SUGGESTED)).suggestedUsers.map(
    ({ username }: { username: string }) => username,
  )
  expect(names).toEqual([small.username, popular.username])
  expect((await anonymous.data(SUGGESTED)).suggestedUsers).toHaveLength(4)
})

test('suggestions are 12 at most, of authors who posted in the last two weeks', async () => {
  const suggested = async () =>
    (await as(ada).data('{ suggestedUsers { id } }')).suggestedUsers.map(
      ({ id }: { id: string }) => id,
    )
  const authors: string[] = []
  for (let count = 1; count <= 13; count++) {
    const author = await aUser()
    await aPost({ by: author })
    authors.unshift(author.publicId)
  }
  expect(await suggested()).toEqual(authors.slice(0, 12))

  const daysAgo = async (days: number) => {
    const author = await aUser()
    const createdAt = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    const id = oldestIdAt(createdAt.getTime())
    const post = { content: 'Long ago', mediaType: 'TEXT' as const, authorId: author.id }
    await database.post.create({ data: { id, createdAt, ...post } })
    return author.publicId
  }
  const recent = await daysAgo(13)
  await daysAgo(15)
  expect(await suggested()).toEqual([recent, ...authors.slice(0, 11)])
})

async function addFollowees(followerId: string, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: ids.next(),
    displayName: 'A followee',
    username: `${followerId.slice(-8)}_${index}`,
    email: `${followerId}_${index}@example.org`,
  }))
  await database.user.createMany({ data: rows.map((row) => ({ ...row, updatedAt: new Date() })) })
  await database.follow.createMany({
    data: rows.map(({ id: followeeId }) => ({ id: ids.next(), followerId, followeeId })),
  })
}
