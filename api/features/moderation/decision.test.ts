import { expect, test } from 'vitest'
import { A_RULE, moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { setHidden } from '../post/post.write.ts'
import { deleteRemoved } from './removal.write.ts'

const api = await testApi()
const { as, anonymous, aUser, aPost, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)

const moderator = await aModerator(services)
const asModerator = as(moderator)
const author = await aUser()
const isVisible = async ({ publicId }: { publicId: string }) =>
  (await anonymous.data('query ($id: ID!) { node(id: $id) { id } }', { id: publicId })).node !==
  null

test('hiding a post answers its open reports, and can be taken back', async () => {
  const post = await aPost({ by: author })
  const [first, second] = [await aReport(post), await aReport(post)]
  const { report, closedReports, userErrors } = await resolve(asModerator, first, 'HIDE', {
    note: 'For us',
  })
  expect(userErrors).toEqual([])
  expect(report).toMatchObject({
    status: 'RESOLVED',
    outcome: 'HIDE',
    rule: { ruleId: A_RULE, title: 'Be kind' },
    decision: { note: 'For us' },
  })
  expect(closedReports.map(({ id }: { id: string }) => id)).toEqual([first, second])
  expect(await isVisible(post)).toBe(false)
  const { reverseDecision } = await asModerator.data(REVERSE, { eventId: report.decision.id })
  expect(reverseDecision).toMatchObject({ event: { isReversed: true }, userErrors: [] })
  expect(await isVisible(post)).toBe(true)
  expect(
    (await asModerator.data(REVERSE, { eventId: report.decision.id })).reverseDecision,
  ).toEqual({ event: null, userErrors: [{ code: 'CONFLICT', reason: 'DECISION_REVERSED' }] })
})

const REVERSE = /* GraphQL */ `
  mutation ($eventId: ID!) {
    reverseDecision(input: { eventId: $eventId }) {
      event { isReversed } userErrors { code reason }
    }
  }`

test('a post that two decisions hide stays hidden until both are taken back', async () => {
  const post = await aPost({ by: author })
  const { report } = await resolve(asModerator, await aReport(post), 'HIDE')
  // Its author is suspended for something else, and the suspension hides their posts.
  const suspension = await resolve(asModerator, await aReport(author), 'SUSPEND', {
    hidePosts: true,
  })
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  expect(await isVisible(post)).toBe(false)
  await asModerator.data(REVERSE, { eventId: suspension.report.decision.id })
  expect(await isVisible(post)).toBe(true)
})

test('unhiding takes back every decision that hides something, by someone who may judge', async () => {
  const post = await aPost({ by: author })
  const reporter = await aModerator(services)
  const [theirs, own] = [await aReport(post), await aReport(post, reporter)]
  const first = await resolve(as(reporter), theirs, 'HIDE')
  const second = await resolve(asModerator, own, 'REMOVE')
  const decisions = [first, second].map(({ report }) => ({ id: report.decision.id }))
  const input = { subjectId: post.publicId, note: 'All fine' }
  const unhide = async (caller: typeof asModerator) =>
    (await caller.data(UNHIDE, { input })).unhideContent
  expect((await unhide(as(author))).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  // Reporters do not judge their own report.
  expect((await unhide(as(reporter))).userErrors).toMatchObject([{ reason: 'OWN_CASE' }])
  expect(await isVisible(post)).toBe(false)
  expect(await unhide(asModerator)).toEqual({
    ...{ subject: { __typename: 'Post', id: post.publicId }, events: decisions, userErrors: [] },
  })
  expect(await isVisible(post)).toBe(true)
  expect((await unhide(asModerator)).userErrors).toEqual([
    { code: 'CONFLICT', reason: 'NOT_HIDDEN', field: 'subjectId' },
  ])
  const { moderationLog } = await asModerator.data(
    '{ moderationLog(first: 2) { nodes { kind note decision { id } } } }',
  )
  expect(moderationLog.nodes).toEqual(
    decisions.map((decision) => ({ kind: 'REVERSAL', note: 'All fine', decision })).reverse(),
  )
})

const UNHIDE = /* GraphQL */ `
  mutation ($input: UnhideContentInput!) {
    unhideContent(input: $input) {
      subject { __typename id } events { id } userErrors { code reason field }
    }
  }`

test('a post that the operator hides stays hidden when a decision about it is taken back', async () => {
  const post = await aPost({ by: author })
  const { report } = await resolve(asModerator, await aReport(post), 'HIDE')
  await setHidden(services, post.id, true)
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  expect(await isVisible(post)).toBe(false)
  await setHidden(services, post.id, false)
  expect(await isVisible(post)).toBe(true)
})

test('what the operator hid is still decided: removed in time, and hidden after a reversal', async () => {
  const [removed, hidden, shown] = [
    await aPost({ by: author }),
    await aPost({ by: author }),
    await aPost({ by: author }),
  ]
  const posts = [removed, hidden, shown]
  const reports = []
  for (const post of posts) reports.push(await aReport(post))
  for (const post of posts) await setHidden(services, post.id, true)
  const decisions = []
  for (const [index, action] of (['REMOVE', 'HIDE', 'HIDE'] as const).entries())
    decisions.push((await resolve(asModerator, reports[index] ?? '', action)).report.decision.id)
  // The operator shows one of them, whatever moderators decided.
  await setHidden(services, shown.id, false)
  expect(await isVisible(shown)).toBe(true)
  for (const eventId of decisions.slice(1)) await asModerator.data(REVERSE, { eventId })
  expect(await isVisible(hidden)).toBe(false)
  expect(await isVisible(shown)).toBe(true)
  await setHidden(services, hidden.id, false)
  expect(await isVisible(hidden)).toBe(true)
  const inDays = Date.now() + 31 * 24 * 60 * 60 * 1000
  await deleteRemoved(services, inDays, new AbortController().signal)
  const left = await database.post.findMany({ where: { id: { in: posts.map(({ id }) => id) } } })
  expect(left.map(({ id }) => id).sort()).toEqual([hidden.id, shown.id].sort())
})

test('a post that was hidden by SQL stays hidden when a decision about it is taken back', async () => {
  const post = await aPost({ by: author })
  const report = await aReport(post)
  await database.post.update({ where: { id: post.id }, data: { hiddenAt: new Date() } })
  const { report: closed } = await resolve(asModerator, report, 'HIDE')
  await asModerator.data(REVERSE, { eventId: closed.decision.id })
  expect(await isVisible(post)).toBe(false)
})

test('a hidden share leaves the lists and the count, and comes back', async () => {
  const [sharer, post] = [await aUser(), await aPost({ by: author })]
  const SHARE = `mutation ($postId: ID!) {
    sharePost(input: { postId: $postId, comment: "Look at them" }) { post { id } } }`
  await as(sharer).data(SHARE, { postId: post.publicId })
  const SHARES = `query ($id: ID!) { node(id: $id) { ... on Post {
    sharesCount shares { nodes { id comment } } } } }`
  const shares = async () => (await anonymous.data(SHARES, { id: post.publicId })).node
  const { sharesCount, shares: before } = await shares()
  expect(sharesCount).toBe(1)
  const [share] = before.nodes
  expect(share.comment).toBe('Look at them')
  const report = await aReport({ publicId: share.id })
  const { report: hidden } = await resolve(asModerator, report, 'HIDE')
  expect(await shares()).toEqual({ sharesCount: 0, shares: { nodes: [] } })
  expect(
    (await anonymous.data('query ($id: ID!) { node(id: $id) { id } }', { id: share.id })).node,
  ).toBeNull()
  await asModerator.data(REVERSE, { eventId: hidden.decision.id })
  expect(await shares()).toEqual({ sharesCount: 1, shares: { nodes: [share] } })
})

test('a hidden profile loses what its owner wrote', async () => {
  const person = await aUser({ bio: 'Unkind', displayName: 'Unkind name' })
  const { report } = await resolve(asModerator, await aReport(person), 'HIDE')
  const hidden = await database.user.findUniqueOrThrow({ where: { id: person.id } })
  expect(hidden).toMatchObject({ bio: null, displayName: person.username })
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  const shown = await database.user.findUniqueOrThrow({ where: { id: person.id } })
  expect(shown).toMatchObject({ bio: 'Unkind', displayName: 'Unkind name' })
})

test('attack 74: nobody judges a report about themself or by themself', async () => {
  const own = await aPost({ by: moderator })
  const about = await aReport(own)
  const by = await aReport(await aPost({ by: author }), moderator)
  const CLAIM = `mutation ($id: ID!) { claimReport(input: { reportId: $id }) {
    report { id } userErrors { code reason } } }`
  for (const id of [about, by]) {
    expect((await resolve(asModerator, id, 'NONE')).userErrors).toEqual([
      { code: 'FORBIDDEN', reason: 'OWN_CASE', field: null },
    ])
    expect((await asModerator.data(CLAIM, { id })).claimReport.userErrors).toEqual([
      { code: 'FORBIDDEN', reason: 'OWN_CASE' },
    ])
  }
  const { moderationQueue } = await asModerator.data(
    '{ moderationQueue(first: 100) { nodes { id } } }',
  )
  const listed = moderationQueue.nodes.map(({ id }: { id: string }) => id)
  expect(listed).not.toContain(about)
  expect(listed).not.toContain(by)
  // Not even through another person's report of the same post.
  const twice = await aPost({ by: author })
  const mine = await aReport(twice, moderator)
  const theirs = await aReport(twice)
  const { closedReports } = await resolve(asModerator, theirs, 'NONE')
  expect(closedReports.map(({ id }: { id: string }) => id)).toEqual([theirs])
  expect((await resolve(as(await aModerator(services)), mine, 'NONE')).userErrors).toEqual([])
})

test('moderators who decide at the same time make one decision', async () => {
  const moderators = await Promise.all(Array.from({ length: 6 }, () => aModerator(services)))
  for (let round = 0; round < 5; round++) {
    const post = await aPost({ by: author })
    const report = await aReport(post)
    const payloads = await Promise.all(
      moderators.map((each, index) => resolve(as(each), report, index % 2 ? 'HIDE' : 'WARN')),
    )
    expect(payloads.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
    for (const { userErrors } of payloads.filter((each) => each.userErrors.length > 0))
      expect(userErrors).toEqual([{ code: 'CONFLICT', reason: 'REPORT_CLOSED', field: 'reportId' }])
    const events = await database.moderationEvent.findMany({
      where: { reports: { some: { subjectId: post.id } } },
    })
    expect(events).toHaveLength(1)
    expect(await isVisible(post)).toBe(events[0]?.action !== 'HIDE')
  }
})

test('a claim keeps other moderators out, and counts for the claimant only', async () => {
  const report = await aReport(await aPost({ by: author }))
  const CLAIM = `mutation ($id: ID!) { claimReport(input: { reportId: $id }) {
    report { claimedBy { id } } userErrors { code reason } } }`
  const claim = async (caller: typeof asModerator) =>
    (await caller.data(CLAIM, { id: report })).claimReport
  const other = as(await aModerator(services))
  for (let time = 1; time <= 2; time++)
    expect(await claim(asModerator)).toMatchObject({
      report: { claimedBy: { id: moderator.publicId } },
    })
  expect((await claim(other)).userErrors).toEqual([{ code: 'CONFLICT', reason: 'REPORT_CLAIMED' }])
  expect((await resolve(other, report, 'NONE')).userErrors).toMatchObject([
    { reason: 'REPORT_CLAIMED' },
  ])
  const past = new Date(Date.now() - 31 * 60 * 1000)
  await database.report.updateMany({
    where: { claimedById: moderator.id },
    data: { claimedAt: past },
  })
  expect((await resolve(other, report, 'NONE')).userErrors).toEqual([])
})

test('a claim is of one report: a decision about another one of the same post answers both', async () => {
  const post = await aPost({ by: author })
  const [claimed, other] = [await aReport(post), await aReport(post)]
  const CLAIM = `mutation ($id: ID!) { claimReport(input: { reportId: $id }) {
    userErrors { code } } }`
  const { claimReport } = await asModerator.data(CLAIM, { id: claimed })
  expect(claimReport.userErrors).toEqual([])
  const { closedReports } = await resolve(as(await aModerator(services)), other, 'HIDE')
  expect(closedReports.map(({ id }: { id: string }) => id).sort()).toEqual([claimed, other].sort())
  expect((await resolve(asModerator, claimed, 'NONE')).userErrors).toMatchObject([
    { code: 'CONFLICT', reason: 'REPORT_CLOSED' },
  ])
})

test('attack 26: a moderator who was demoted meanwhile decides nothing, and cannot suspend a moderator', async () => {
  const demoted = await aModerator(services)
  const report = await aReport(await aPost({ by: author }))
  await database.user.update({ where: { id: demoted.id }, data: { role: 'MEMBER' } })
  expect((await resolve(as(demoted), report, 'NONE')).userErrors).toMatchObject([
    { code: 'FORBIDDEN', reason: 'MODERATORS_ONLY' },
  ])
  const colleague = await aReport(await aModerator(services))
  expect((await resolve(asModerator, colleague, 'SUSPEND')).userErrors).toMatchObject([
    { code: 'FORBIDDEN', reason: 'ADMIN_NEEDED' },
  ])
})

test('options that do not belong together are refused', async () => {
  const report = await aReport(await aPost({ by: author }))
  const reasonFor = async (action: string, rest: object) =>
    (await resolve(asModerator, report, action, rest)).userErrors[0]
  expect(await reasonFor('HIDE', { rule: null })).toMatchObject({ reason: 'RULE_NEEDED' })
  expect(await reasonFor('HIDE', { rule: 'nonsense' })).toMatchObject({ reason: 'RULE_NOT_FOUND' })
  expect(await reasonFor('WARN', { suspendDays: 3 })).toMatchObject({ field: 'suspendDays' })
  expect(await reasonFor('WARN', { hidePosts: true })).toMatchObject({ field: 'hidePosts' })
  for (const suspendDays of [0, -1, 3_651])
    expect(await reasonFor('SUSPEND', { suspendDays })).toMatchObject({
      reason: 'SUSPEND_DAYS_INVALID',
    })
})
