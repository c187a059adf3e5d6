import { type GraphQLInputObjectType, getNamedType } from 'graphql'
import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { databaseDeadlocks } from '#api/telemetry/registry.ts'
import { pairedMutations, type Subject } from '#api/test/operations/pairs.ts'
import { testApi } from '#api/test/servers/test-api.ts'
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

interface Subjects {
  random: ReturnType<typeof seeded>
  people: readonly { publicId: string }[]
  posts: readonly { publicId: string }[]
}

const postOf = ({ random, posts }: Subjects) => ({ postId: random.pick(posts).publicId })
const personOf = ({ random, people }: Subjects) => ({ userId: random.pick(people).publicId })
const inputOf: Record<Subject, (subjects: Subjects) => object> = {
  postId: postOf,
  userId: personOf,
}

/** The input of each mutation that several callers send about the same rows. */
const shared: Record<string, (subjects: Subjects) => object> = {
  ...Object.fromEntries(pairedMutations(schema).map(([name, subject]) => [name, inputOf[subject]])),
  deletePost: postOf,
  sharePost: (subjects) => ({
    ...postOf(subjects),
    comment: subjects.random.chance(0.5) ? 'So good' : null,
  }),
  createPost: (subjects) => ({
    content: 'Good',
    inReplyToId: subjects.random.pick([null, postOf(subjects).postId]),
  }),
  setRepliesClosed: (subjects) => ({
    ...postOf(subjects),
    closed: subjects.random.chance(0.5),
  }),
  sendThanks: (subjects) => ({ ...postOf(subjects), text: 'Thank you' }),
  reportContent: ({ random, posts, people }) => ({
    subjectId: random.pick([...posts, ...people]).publicId,
    reason: 'SPAM',
  }),
  updateNotificationSettings: ({ random }) => ({ likes: random.chance(0.5) }),
  updateProfile: ({ random }) => ({ bio: random.pick(['Sunny', 'Calm']) }),
}
/** The moderator decides about what the others report. */
const decisions = new Set(['claimReport', 'releaseReport', 'addModerationNote', 'resolveReport'])
/** These write rows of their own caller, or answer a decision that one moderator has made. */
const alone = new Set([
  ...['createApiToken', 'revokeApiToken', 'createInvitation', 'revokeInvitation'],
  ...['createWebhook', 'deleteWebhook', 'dryRunWebhook'],
  ...['resumeWebhook', 'redeliverWebhook'],
  ...['markNotificationsRead', 'becomeAdministrator', 'approveApplicant', 'declineApplicant'],
  ...['appealDecision', 'decideAppeal', 'liftSuspension', 'reverseDecision', 'unhideContent'],
])

test('every mutation is among the random writes, or concerns its caller alone', () => {
  const known = [...Object.keys(shared), ...decisions, ...alone]
  expect(known.toSorted()).toEqual(Object.keys(mutations).toSorted())
})

test('random writes of all kinds at once cause no deadlock, and all counts stay right', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => aUser()))
  const posts = await Promise.all(people.map((by) => aPost({ by })))
  const { id } = await aUser()
  await database.user.update({ where: { id }, data: { role: 'MODERATOR' } })
  const moderator = as({ id, role: 'MODERATOR' })
  const writesOf = (seed: number) => {
    const random = seeded(seed)
    const caller = as(random.pick(people))
    return async () => {
      const name = random.pick(Object.keys(shared))
      // Most posts stay, so that the other writes meet.
      if (name === 'deletePost' && random.chance(0.9)) return
      await caller.data(documentOf(name), { input: shared[name]?.({ random, people, posts }) })
    }
  }
  const decide = async () => {
    const report = await database.report.findFirst({ where: { closedAt: null } })
    if (!report) return
    const reportId = toPublicId('Report', report.id)
    const inputs: Record<string, object> = {
      addModerationNote: { text: 'Seen' },
      resolveReport: { action: 'WARN', rule: 'be-kind' },
    }
    for (const name of decisions)
      await moderator.data(documentOf(name), { input: { reportId, ...inputs[name] } })
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
  expect(await database.report.count({ where: { closedAt: { not: null } } })).toBeGreaterThan(0)
  expect(await deadlocks()).toBe(before)
  expect(await wrongCounts()).toEqual([])
})

test.each(Object.keys(shared).filter((name) => `un${name}` in shared))(
  '%s and its reverse at the same time cause no deadlock',
  async (name) => {
    const subject = await aUser()
    const [callers, people] = [[await aUser(), await aUser()], [subject]]
    const posts = [await aPost({ by: subject })]
    const before = await deadlocks()
    const writes = Array.from({ length: 20 }, () =>
      callers.flatMap((caller) =>
        [name, `un${name}`].map((each) => {
          const input = shared[each]?.({ random: seeded(1), people, posts })
          return as(caller).data(documentOf(each), { input })
        }),
      ),
    )
    await Promise.all(writes.flat())
    expect(await deadlocks()).toBe(before)
    expect(await wrongCounts()).toEqual([])
  },
)

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
