import { expect, test } from 'vitest'
import { moderation } from '#api/test/moderation.ts'
import { testApi } from '#api/test/test-api.ts'

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
  mutation ($id: ID!, $outcome: AppealOutcome!) {
    decideAppeal(input: { appealId: $id, outcome: $outcome }) {
      appeal { outcome } userErrors { code reason }
    }
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
const decide = async (id: string, outcome: string, caller = asModerator) =>
  (await caller.data(DECIDE, { id, outcome })).decideAppeal

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
  const { appeal: made } = await appeal(eventId, as(author))
  const other = await aModerator(services)
  expect((await decide(made.id, 'KEPT')).userErrors).toEqual([
    { code: 'FORBIDDEN', reason: 'ANOTHER_MODERATOR' },
  ])
  expect(await decide(made.id, 'REVERSED', as(other))).toEqual({
    appeal: { outcome: 'REVERSED' },
    userErrors: [],
  })
  const { hiddenAt } = await database.post.findUniqueOrThrow({ where: { id: post.id } })
  expect(hiddenAt).toBeNull()
  expect((await decide(made.id, 'KEPT', as(other))).userErrors).toMatchObject([
    { code: 'CONFLICT' },
  ])
  // Alone again, the moderator answers appeals of their own decisions.
  await database.user.update({ where: { id: other.id }, data: { role: 'MEMBER' } })
  const alone = await hiddenPost()
  const { appeal: last } = await appeal(alone.eventId, as(alone.author))
  expect(await decide(last.id, 'KEPT')).toEqual({ appeal: { outcome: 'KEPT' }, userErrors: [] })
  const row = await database.post.findUniqueOrThrow({ where: { id: alone.post.id } })
  expect(row.hiddenAt).not.toBeNull()
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
