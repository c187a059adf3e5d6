import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, anonymous, aUser, aPost, aLike, theDemoUser, services } = await testApi({
  settings: { demoUser: false },
})
const { database, ids } = services

const LISTS = /* GraphQL */ `
  query ($userId: ID!, $postId: ID!, $first: Int, $last: Int, $after: String) {
    searchUsers(query: "visitor", first: $first, last: $last, after: $after) { ...Users }
    suggestedUsers { username }
    user(id: $userId) {
      followersCount
      followers(first: $first, last: $last) { ...Users }
      following(first: $first, last: $last) { ...Users }
      mutedUsers(first: $first, last: $last) { ...Users }
    }
    node(id: $postId) {
      ... on Post {
        likedBy(first: $first, last: $last) { ...Users }
        shares(first: $first, last: $last) {
          nodes { actor { username } } pageInfo { hasNextPage hasPreviousPage }
        }
      }
    }
  }
  fragment Users on UserConnection {
    nodes { username } pageInfo { hasNextPage hasPreviousPage endCursor }
  }`

/** Everyone, the demo user in the middle, follows, is followed, likes, shares and is muted. */
async function aTown() {
  const [host, first] = [await aUser({ username: 'host' }), await aUser({ username: 'visitor_1' })]
  const demo = await theDemoUser()
  const last = await aUser({ username: 'visitor_2' })
  const data = { displayName: 'Visitor' }
  await database.user.update({ where: { id: demo.id }, data })
  await database.userSearch.update({ where: { userId: demo.id }, data: { text: ' visitor demo ' } })
  const post = await aPost({ by: host })
  for (const { id } of [first, demo, last]) {
    await aPost({ by: { id } })
    await database.follow.createMany({
      data: [
        { id: ids.next(), followerId: id, followeeId: host.id },
        { id: ids.next(), followerId: host.id, followeeId: id },
      ],
    })
    await aLike({ by: { id }, of: post })
    const share = { id: ids.next(), kind: 'SHARE' as const, actorId: id, postId: post.id }
    await database.feedEvent.create({ data: share })
    await database.mute.create({ data: { id: ids.next(), muterId: host.id, mutedId: id } })
  }
  const variables = { userId: host.publicId, postId: post.publicId }
  return {
    variables,
    asHost: async (options = {}) => {
      const { user } = await as(host).data(LISTS, { ...variables, ...options })
      return user.mutedUsers
    },
  }
}

const town = await aTown()
const read = (options = {}) => anonymous.data(LISTS, { ...town.variables, ...options })
const namesOf = (list: { nodes: { username?: string; actor?: { username: string } }[] }) =>
  list.nodes.map(({ username, actor }) => username ?? actor?.username)

test('while the demo user is off, no list of people has it, and the numbers stay', async () => {
  const { searchUsers, suggestedUsers, user, node } = await read()
  expect(namesOf(searchUsers)).toEqual(['visitor_1', 'visitor_2'])
  expect(namesOf({ nodes: suggestedUsers })).not.toContain('demouser')
  for (const list of [user.followers, user.following, node.likedBy, node.shares])
    expect(namesOf(list)).toEqual(['visitor_2', 'visitor_1'])
  expect(namesOf(await town.asHost())).toEqual(['visitor_2', 'visitor_1'])
  expect(user.followersCount).toBe(3)
})

test('pages around the place of the demo user are full, and say whether another follows', async () => {
  for (const size of [1, 2]) {
    const lists = ({ searchUsers, user, node }: Awaited<ReturnType<typeof read>>) => [
      searchUsers,
      ...[user.followers, user.following, node.likedBy, node.shares],
    ]
    const hasMore = size === 1
    for (const list of [...lists(await read({ first: size })), await town.asHost({ first: size })])
      expect([list.nodes.length, list.pageInfo.hasNextPage]).toEqual([size, hasMore])
    for (const list of [...lists(await read({ last: size })), await town.asHost({ last: size })])
      expect([list.nodes.length, list.pageInfo.hasPreviousPage]).toEqual([size, hasMore])
  }
  const { endCursor } = (await read({ first: 1 })).searchUsers.pageInfo
  expect(namesOf((await read({ first: 1, after: endCursor })).searchUsers)).toEqual(['visitor_2'])
})
