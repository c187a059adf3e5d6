import { type GraphQLInputObjectType, getNamedType } from 'graphql'
import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { databaseDeadlocks } from '#api/telemetry/registry.ts'
import { testApi } from '#api/test/test-api.ts'
import { seeded } from '#demo/random.ts'
import { schema } from './schema.ts'

const { as, aUser, aPost, services } = await testApi()
const { database } = services

const deadlocks = async () => (await databaseDeadlocks.get()).values[0]?.value

const CALLERS = 12
const WRITES = 40

const mutations = schema.getMutationType()?.getFields() ?? {}

function documentOf(name: string): string {
  const type = getNamedType(mutations[name]?.args[0]?.type) as GraphQLInputObjectType
  return `mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { code message } } }`
}

test('random writes of all kinds at once cause no deadlock, and all counts stay right', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => aUser()))
  const posts = await Promise.all(people.map((by) => aPost({ by })))
  const { id } = await aUser()
  await database.user.update({ where: { id }, data: { role: 'MODERATOR' } })
  const moderator = as({ id, role: 'MODERATOR' })
  const writesOf = (seed: number) => {
    const random = seeded(seed)
    const caller = as(random.pick(people))
    const post = () => ({ postId: random.pick(posts).publicId })
    const person = () => ({ userId: random.pick(people).publicId })
    const subject = () => random.pick([...posts, ...people]).publicId
    const kinds: Record<string, () => object> = {
      ...{ likePost: post, unlikePost: post, unsharePost: post, deletePost: post },
      ...{ followUser: person, unfollowUser: person, muteUser: person, unmuteUser: person },
      ...{ blockUser: person, unblockUser: person },
      sharePost: () => ({ ...post(), comment: random.chance(0.5) ? 'So good' : null }),
      createPost: () => ({ content: 'Good', inReplyToId: random.pick([null, post().postId]) }),
      setRepliesClosed: () => ({ ...post(), closed: random.chance(0.5) }),
      sendThanks: () => ({ ...post(), text: 'Thank you' }),
      reportContent: () => ({ subjectId: subject(), reason: 'SPAM' }),
      updateNotificationSettings: () => ({ likes: random.chance(0.5) }),
    }
    const names = Object.keys(kinds)
    return async () => {
      const name = random.pick(names)
      // Most posts stay, so that the other writes meet.
      if (name === 'deletePost' && random.chance(0.9)) return
      await caller.data(documentOf(name), { input: kinds[name]?.() })
    }
  }
  const decide = async () => {
    const report = await database.report.findFirst({ where: { closedAt: null } })
    if (!report) return
    await moderator.data(documentOf('resolveReport'), {
      input: { reportId: toPublicId('Report', report.id), action: 'WARN', rule: 'be-kind' },
    })
  }
  const before = await deadlocks()
  let callers = CALLERS
  const decideMeanwhile = async () => {
    while (callers > 0) await decide()
  }
  const writeAll = async (seed: number) => {
    const write = writesOf(seed)
    for (let count = 0; count < WRITES; count++) await write()
    callers--
  }
  await Promise.all([
    decideMeanwhile(),
    ...Array.from({ length: CALLERS }, (_, seed) => writeAll(seed)),
  ])
  expect(await deadlocks()).toBe(before)
  expect(await wrongCounts()).toEqual([])
})

/** The posts and users with a count that is not that of the rows. */
const wrongCounts = () => database.rows<{ id: string }>`
  SELECT p."id" FROM "Post" p WHERE
    p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")
    OR p."sharesCount" <> (
      SELECT count(*) FROM "FeedEvent" e WHERE e."postId" = p."id" AND e."kind" = 'SHARE')
    OR p."repliesCount" <> (SELECT count(*) FROM "Post" r WHERE r."threadRootId" = p."id")
  UNION ALL
  SELECT u."id" FROM "User" u WHERE
    u."followersCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followeeId" = u."id")
    OR u."followingCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followerId" = u."id")`
