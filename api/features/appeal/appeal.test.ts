import { expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, aUser, aPost, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)

const moderator = await aModerator(services)
const asModerator = as(moderator)

const APPEAL = /* GraphQL */ `
  mutation ($eventId: ID!) {
    appealDecision(input: { eventId: $eventId, text: "It was a joke" }) {
      appeal { id text outcome } decision { id canAppeal } userErrors { code reason }
    }
  }`
const DECIDE = /* GraphQL */ `
  mutation ($input: DecideAppealInput!) {
    decideAppeal(input: $input) { appeal { outcome } userErrors { code reason field } }
  }`
const DECISIONS = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      decisions {
        nodes { id action canAppeal isReversed rule { title } snapshot { content } appeal { outcome } }
      }
    }
  }`

/** @returns a post, its author, and the decision about it */
async function hiddenPost(action = 'HIDE', rest = {}) {
  const author = await aUser()
  const post = await aPost({ by: author, content: 'A bad joke' })
  const { report } = await resolve(asModerator, await aReport(post), action, rest)
  return { author, post, eventId: report.decision.id as string }
}
const appeal = async (eventId: string, caller: typeof asModerator) =>
  (await caller.data(APPEAL, { eventId })).appealDecision
const decide = async (eventId: string, uphold: boolean, caller = asModerator, rest = {}) =>
  (await caller.data(DECIDE, { input: { eventId, uphold, ...rest } })).decideAppeal

test('the author learns what was done and by which rule, never who decided', async () => {
  const { author, eventId } = await hiddenPost()
  const read = async (caller: typeof asModerator) =>
    (await caller.data(DECISIONS, { id: author.publicId })).user.decisions
  expect((await read(as(author))).nodes).toEqual([
    {
      id: eventId,
      action: 'HIDE',
      canAppeal: true,
      isReversed: false,
      rule: { title: 'Be kind' },
      snapshot: { content: 'A bad joke' },
      appeal: null,
    },
  ])
  expect(await read(asModerator)).toBeNull()
})

test('a decision is appealed once, by the author, also while suspended', async () => {
  const { author, eventId } = await hiddenPost('SUSPEND')
  const suspended = as({ ...author, suspension: { until: null } })
  expect((await appeal(eventId, as(await aUser()))).userErrors).toMatchObject([
    { code: 'NOT_FOUND' },
  ])
  const payloads = await Promise.all(Array.from({ length: 5 }, () => appeal(eventId, suspended)))
  const made = payloads.filter(({ userErrors }) => userErrors.length === 0)
  expect(made).toMatchObject([{ appeal: { text: 'It was a joke', outcome: null } }])
  for (const { userErrors } of payloads.filter((each) => !made.includes(each)))
    expect(userErrors).toEqual([{ code: 'CONFLICT', reason: 'APPEAL_MADE' }])
})

test('another moderator answers where there is one', async () => {
  const { author, post, eventId } = await hiddenPost()
  await appeal(eventId, as(author))
  const other = await aModerator(services)
  expect((await decide(eventId, true)).userErrors).toEqual([
    { code: 'FORBIDDEN', reason: 'ANOTHER_MODERATOR', field: null },
  ])
  expect(await decide(eventId, false, as(other))).toEqual({
    appeal: { outcome: 'REVERSED' },
    userErrors: [],
  })
  const { hiddenAt } = await database.post.findUniqueOrThrow({ where: { id: post.id } })
  expect(hiddenAt).toBeNull()
  expect((await decide(eventId, true, as(other))).userErrors).toEqual([
    { code: 'CONFLICT', reason: 'APPEAL_CLOSED', field: 'eventId' },
  ])
  // Alone again, the moderator answers appeals of their own decisions.
  await database.user.update({ where: { id: other.id }, data: { role: 'MEMBER' } })
  const alone = await hiddenPost()
  await appeal(alone.eventId, as(alone.author))
  expect(await decide(alone.eventId, true)).toEqual({
    appeal: { outcome: 'KEPT' },
    userErrors: [],
  })
  const row = await database.post.findUniqueOrThrow({ where: { id: alone.post.id } })
  expect(row.hiddenAt).not.toBeNull()
})

test('only an administrator answers the appeal of a suspended moderator', async () => {
  const colleague = await aModerator(services)
  const admin = { ...(await aUser()), role: 'ADMIN' as const }
  await database.user.update({ where: { id: admin.id }, data: { role: 'ADMIN' } })
  const { report } = await resolve(as(admin), await aReport(colleague), 'SUSPEND')
  const eventId = report.decision.id as string
  await appeal(eventId, as({ ...colleague, suspension: { until: null } }))
  for (const uphold of [true, false])
    expect((await decide(eventId, uphold)).userErrors).toMatchObject([{ reason: 'ADMIN_NEEDED' }])
  // There is no other administrator.
  expect(await decide(eventId, false, as(admin))).toMatchObject({
    appeal: { outcome: 'REVERSED' },
    userErrors: [],
  })
})

test('neither the author nor a reporter answers an appeal, also as a moderator', async () => {
  const [author, reporter] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  const { report } = await resolve(asModerator, await aReport(post, reporter), 'HIDE')
  const eventId = report.decision.id as string
  await appeal(eventId, as(author))
  const isRefused = async (caller: typeof asModerator, reason: string) => {
    for (const uphold of [true, false])
      expect(await decide(eventId, uphold, caller)).toEqual({
        appeal: null,
        userErrors: [{ code: 'FORBIDDEN', reason, field: null }],
      })
  }
  for (const party of [author, reporter]) {
    await isRefused(as(party), 'MODERATORS_ONLY')
    const where = { id: party.id }
    await database.user.update({ where, data: { role: 'MODERATOR' } })
    await isRefused(as({ ...party, role: 'MODERATOR' }), 'OWN_CASE')
    await database.user.update({ where, data: { role: 'MEMBER' } })
  }
  const open = await database.appeal.findMany({ where: { memberId: author.id, closedAt: null } })
  expect(open).toHaveLength(1)
})

test('an answer is about a decision that was appealed, and can cite another rule', async () => {
  const { author, eventId } = await hiddenPost()
  const other = as(await aModerator(services))
  expect((await decide(eventId, true, other)).userErrors).toEqual([
    { code: 'NOT_FOUND', reason: 'APPEAL_NOT_FOUND', field: 'eventId' },
  ])
  await appeal(eventId, as(author))
  expect((await decide(eventId, true, other, { rule: 'nonsense' })).userErrors).toEqual([
    { code: 'BAD_INPUT', reason: 'RULE_NOT_FOUND', field: 'rule' },
  ])
  const { rules } = await other.data('{ rules { id title } }')
  const [first, second] = rules
  expect((await decide(eventId, true, other, { rule: second.id })).userErrors).toEqual([])
  const { user } = await as(author).data(
    'query ($id: ID!) { user(id: $id) { decisions { nodes { rule { ruleId } appeal { rule { title } } } } } }',
    { id: author.publicId },
  )
  expect(user.decisions.nodes).toEqual([
    { rule: { ruleId: first.id }, appeal: { rule: { title: second.title } } },
  ])
})

const PARTS = /* GraphQL */ `
  id action until subject { __typename id } appeal { text }
  moderator { id } member { id } note reports { id }`

test('a decision says what it is about, and who decided to other moderators only', async () => {
  const author = await aUser()
  const report = await aReport(author)
  const measure = { suspendDays: 2, note: 'For us' }
  const { report: closed } = await resolve(asModerator, report, 'SUSPEND', measure)
  const eventId = closed.decision.id
  await appeal(eventId, as({ ...author, suspension: { until: null } }))
  const shared = {
    ...{ id: eventId, action: 'SUSPEND', until: expect.stringMatching(/Z$/) },
    subject: { __typename: 'User', id: author.publicId },
    appeal: { text: 'It was a joke' },
  }
  const own = async (caller: typeof asModerator) =>
    (
      await caller.data(`query ($id: ID!) { user(id: $id) { decisions { nodes { ${PARTS} } } } }`, {
        id: author.publicId,
      })
    ).user.decisions.nodes
  const hidden = { moderator: null, member: null, note: null, reports: null }
  expect(await own(as(author))).toEqual([{ ...shared, ...hidden }])
  // Neither as a moderator.
  expect(await own(as({ ...author, role: 'ADMIN' }))).toEqual([{ ...shared, ...hidden }])
  const { moderationLog } = await asModerator.data(
    `{ moderationLog(first: 2) { nodes { kind ${PARTS} } } }`,
  )
  expect(moderationLog.nodes).toMatchObject([
    { kind: 'APPEAL', subject: shared.subject, moderator: null },
    {
      ...{ kind: 'DECISION', note: 'For us', reports: [{ id: report }], ...shared },
      ...{ moderator: { id: moderator.publicId }, member: { id: author.publicId } },
    },
  ])
})

test('the queue of appeals shows others’ appeals with their decisions', async () => {
  const { author, eventId } = await hiddenPost()
  const { appeal: made } = await appeal(eventId, as(author))
  const QUEUE = '{ appealQueue { nodes { id text decision { id member { id } } } } }'
  const { appealQueue } = await asModerator.data(QUEUE)
  expect(appealQueue.nodes).toContainEqual({
    id: made.id,
    text: 'It was a joke',
    decision: { id: eventId, member: { id: author.publicId } },
  })
  const asPromoted = as({ ...author, role: 'MODERATOR' })
  expect((await asPromoted.data(QUEUE)).appealQueue.nodes).not.toContainEqual(
    expect.objectContaining({ id: made.id }),
  )
})
