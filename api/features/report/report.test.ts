import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { moderation } from '#api/test/people/moderation.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, anonymous, asDemoUser, aUser, aPost, theDemoUser, services } = api
const { database, ids } = services
const { aModerator, resolve } = moderation(api)

const REPORT = /* GraphQL */ `
  mutation ($input: ReportContentInput!) {
    reportContent(input: $input) {
      report {
        id subjectType subjectId reason details status outcome isReversed
        snapshot { displayName username content postId }
        reporter { id } author { id } claimedBy { id } notes { id }
      }
      alreadyReported
      userErrors { code reason field }
    }
  }`

const [ada, ben] = [await aUser(), await aUser()]
const report = async (subjectId: string, caller = as(ada), rest = {}) =>
  (await caller.data(REPORT, { input: { subjectId, reason: 'HOSTILE', ...rest } })).reportContent

test('a report keeps what its subject said, whatever happens to it', async () => {
  const post = await aPost({ by: ben, content: 'Something unkind' })
  const { report: made, userErrors } = await report(post.publicId, as(ada), { details: 'Look!' })
  expect(userErrors).toEqual([])
  expect(made).toMatchObject({
    subjectType: 'POST',
    subjectId: post.publicId,
    reason: 'HOSTILE',
    details: 'Look!',
    status: 'OPEN',
    outcome: null,
    snapshot: { username: ben.username, content: 'Something unkind', postId: null },
    // Only moderators see these.
    reporter: null,
    author: null,
    claimedBy: null,
    notes: null,
  })
  await database.post.delete({ where: { id: post.id } })
  const again = await as(ada).data(
    'query ($id: ID!) { node(id: $id) { ... on Report { snapshot { content } } } }',
    { id: made.id },
  )
  expect(again.node.snapshot.content).toBe('Something unkind')
})

test('people and shares can be reported', async () => {
  const post = await aPost({ by: ada })
  const id = ids.next()
  await database.feedEvent.create({
    data: { id, kind: 'SHARE', actorId: ben.id, postId: post.id, comment: 'Ha' },
  })
  expect((await report(ben.publicId)).report).toMatchObject({ subjectType: 'USER' })
  expect((await report(toPublicId('Share', id))).report).toMatchObject({
    subjectType: 'SHARE',
    snapshot: { content: 'Ha', postId: post.publicId },
  })
})

test('attack 73: while a report is open, the same person reports the same thing once, also in parallel', async () => {
  const post = await aPost({ by: ben })
  const made = await Promise.all(Array.from({ length: 8 }, () => report(post.publicId)))
  expect(new Set(made.map((each) => each.report.id)).size).toBe(1)
  expect(made.filter(({ alreadyReported }) => !alreadyReported)).toHaveLength(1)
  expect(await database.report.count({ where: { subjectId: post.id } })).toBe(1)
  const other = await report(post.publicId, as(await aUser()))
  expect(other.report.id).not.toBe(made[0].report.id)
  await database.report.updateMany({
    where: { subjectId: post.id },
    data: { closedAt: new Date() },
  })
  const again = await report(post.publicId)
  expect(again.report.id).not.toBe(made[0].report.id)
  expect(again.alreadyReported).toBe(false)
})

test('what the reporter cannot see or owns is refused', async () => {
  const hidden = await aPost({ by: ben, hiddenAt: new Date() })
  for (const id of [hidden.publicId, 'post_01h455vb4pex5vsknk084sn02q', 'nonsense', ''])
    expect(await report(id)).toMatchObject({
      report: null,
      userErrors: [{ code: 'NOT_FOUND', reason: 'REPORT_SUBJECT_NOT_FOUND', field: 'subjectId' }],
    })
  const blocker = await aUser()
  await database.block.create({
    data: { id: ids.next(), blockerId: blocker.id, blockedId: ada.id },
  })
  expect((await report(blocker.publicId)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  expect((await report(ada.publicId)).userErrors).toMatchObject([
    { code: 'BAD_INPUT', reason: 'REPORT_SELF' },
  ])
  expect((await report(ben.publicId, as(ada), { details: 'x'.repeat(1_001) })).userErrors).toEqual([
    expect.objectContaining({ code: 'BAD_INPUT', field: 'details' }),
  ])
})

test('people can report whom they blocked', async () => {
  const blocked = await aUser()
  const post = await aPost({ by: blocked })
  await database.block.create({
    data: { id: ids.next(), blockerId: ada.id, blockedId: blocked.id },
  })
  for (const id of [blocked.publicId, post.publicId]) expect((await report(id)).report).toBeTruthy()
})

test('neither anonymous callers nor the demo user nor suspended accounts report', async () => {
  await theDemoUser()
  for (const caller of [anonymous, asDemoUser()])
    expect((await report(ben.publicId, caller)).userErrors).toMatchObject([
      { code: 'UNAUTHENTICATED' },
    ])
  const suspended = as({ ...ada, suspension: { until: null } })
  expect((await report(ben.publicId, suspended)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
})

test('the subject of a report is what it is about, for moderators also behind a block', async () => {
  const [author, stranger] = [await aUser(), await aUser()]
  const moderator = as({ ...stranger, role: 'MODERATOR' })
  const post = await aPost({ by: author })
  const share = ids.next()
  await database.feedEvent.create({
    data: { id: share, kind: 'SHARE', actorId: author.id, postId: (await aPost({ by: ben })).id },
  })
  await database.block.create({
    data: { id: ids.next(), blockerId: author.id, blockedId: stranger.id },
  })
  const READ = 'query ($id: ID!) { node(id: $id) { ... on Report { subject { __typename id } } } }'
  for (const [__typename, id] of [
    ['Post', post.publicId],
    ['User', author.publicId],
    ['Share', toPublicId('Share', share)],
  ] as const) {
    const { report: made } = await report(id)
    const read = async (caller: typeof anonymous) =>
      (await caller.data(READ, { id: made.id })).node.subject
    expect(await read(as(ada))).toEqual({ __typename, id })
    expect(await read(moderator)).toEqual({ __typename, id })
  }
  const liked = await aPost({ by: ben })
  await api.aLike({ by: stranger, of: liked })
  const { report: made } = await report(liked.publicId)
  const LIKED =
    'query ($id: ID!) { node(id: $id) { ... on Report { subject { ... on Post { isLiked } } } } }'
  expect((await moderator.data(LIKED, { id: made.id })).node.subject).toEqual({ isLiked: true })
  await database.post.update({ where: { id: post.id }, data: { hiddenAt: new Date() } })
  const { user } = await as(ada).data(
    'query ($id: ID!) { user(id: $id) { reports(last: 100) { nodes { subjectId subject { id } } } } }',
    { id: ada.publicId },
  )
  expect(user.reports.nodes).toContainEqual({ subjectId: post.publicId, subject: null })
})

test('a report is visible to its reporter and moderators, not to whom it concerns', async () => {
  const { report: made } = await report((await aPost({ by: ben })).publicId)
  const read = async (caller: typeof anonymous) =>
    (
      await caller.data(
        'query ($id: ID!) { node(id: $id) { id ... on Report { author { id } } } }',
        {
          id: made.id,
        },
      )
    ).node
  expect(await read(as(ada))).toEqual({ id: made.id, author: null })
  const stranger = await aUser()
  expect(await read(as({ ...stranger, role: 'MODERATOR' }))).toEqual({
    id: made.id,
    author: { id: ben.publicId },
  })
  for (const caller of [
    anonymous,
    as(stranger),
    as({ ...ben, role: 'ADMIN' }),
    as({ ...stranger, role: 'MODERATOR', suspension: { until: null } }),
  ])
    expect(await read(caller)).toBeNull()
})

test('one’s own reports are a list of one’s own, newest first', async () => {
  const reporter = await aUser()
  const made = []
  for (let count = 0; count < 3; count++)
    made.unshift((await report((await aPost({ by: ben })).publicId, as(reporter))).report.id)
  const LIST = 'query ($id: ID!) { user(id: $id) { reports(first: 2) { nodes { id } } } }'
  const variables = { id: reporter.publicId }
  const { user } = await as(reporter).data(LIST, variables)
  expect(user.reports.nodes.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2))
  expect((await as(ben).data(LIST, variables)).user.reports).toBeNull()
})

test('own reports and their outcomes remain after the reported person is blocked', async () => {
  const [reporter, author] = [await aUser(), await aUser()]
  const post = await aPost({ by: author, content: 'Something unkind' })
  const decided = await report(post.publicId, as(reporter))
  const open = await report(author.publicId, as(reporter))
  const moderator = await aModerator(services)
  const resolved = await resolve(as(moderator), decided.report.id, 'HIDE')
  expect(resolved.userErrors).toEqual([])
  const LIST = `query ($id: ID!) { user(id: $id) { reports { nodes {
    id status outcome rule { title } snapshot { username content } subject { id } } } } }`
  const list = async () =>
    (await as(reporter).data(LIST, { id: reporter.publicId })).user.reports.nodes
  const before = await list()
  expect(before).toMatchObject([
    { id: open.report.id, status: 'OPEN', outcome: null, subject: { id: author.publicId } },
    {
      ...{ id: decided.report.id, status: 'RESOLVED', outcome: 'HIDE' },
      ...{ rule: { title: 'Be kind' }, snapshot: { content: 'Something unkind' } },
    },
  ])
  await database.block.create({
    data: { id: ids.next(), blockerId: reporter.id, blockedId: author.id },
  })
  const after = await list()
  expect(after).toEqual(before.map((each: object) => ({ ...each, subject: null })))
})

test('attack 73: an account reports 20 things a day', async () => {
  applyLimits(services)
  const reporter = as(await aUser())
  const first = await aPost({ by: ben })
  // The same again counts once, and what is refused not at all.
  for (let count = 1; count <= 25; count++) {
    expect((await report(first.publicId, reporter)).userErrors).toEqual([])
    expect((await report('nonsense', reporter)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  }
  for (let count = 2; count <= 20; count++)
    expect((await report((await aPost({ by: ben })).publicId, reporter)).userErrors).toEqual([])
  expect((await report(first.publicId, reporter)).alreadyReported).toBe(true)
  expect((await report(ben.publicId, reporter)).userErrors).toMatchObject([
    { code: 'RATE_LIMITED' },
  ])
})
