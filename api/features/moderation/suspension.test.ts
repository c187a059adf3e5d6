import { expect, test } from 'vitest'
import { oldestIdAt } from '#api/lib/ids.ts'
import { A_RULE, moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { anonymous, as, aPost, aUser, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)

const DAY_MS = 24 * 60 * 60 * 1000
const asModerator = as(await aModerator(services))

const LIFT = /* GraphQL */ `
  mutation ($input: LiftSuspensionInput!) {
    liftSuspension(input: $input) { user { id } userErrors { code reason message } }
  }`
const REVERSE = /* GraphQL */ `
  mutation ($eventId: ID!) {
    reverseDecision(input: { eventId: $eventId }) { userErrors { code reason message } }
  }`
const lift = async (person: { publicId: string }, caller = asModerator, note?: string) =>
  (await caller.data(LIFT, { input: { userId: person.publicId, note } })).liftSuspension.userErrors

test('attack 75: a suspension counts at once, ends by itself, and can be lifted', async () => {
  const person = await aUser()
  await resolve(asModerator, await aReport(person), 'SUSPEND', { suspendDays: 7 })
  const { suspendedAt, suspendedUntil } = await database.user.findUniqueOrThrow({
    where: { id: person.id },
  })
  expect(suspendedAt).not.toBeNull()
  expect(suspendedUntil?.getTime()).toBeCloseTo(Date.now() + 7 * DAY_MS, -5)
  expect(await lift(person)).toEqual([])
  expect(await lift(person)).toMatchObject([{ reason: 'NOT_SUSPENDED' }])
  const after = await database.user.findUniqueOrThrow({ where: { id: person.id } })
  expect(after).toMatchObject({ suspendedAt: null, suspendedUntil: null })
})

test('lifting ends the suspensions that last, and leaves those that have ended', async () => {
  const person = await aUser()
  const ended = { kind: 'DECISION' as const, action: 'SUSPEND' as const, suspendDays: 1 }
  await database.moderationEvent.create({
    data: {
      id: oldestIdAt(Date.now() - 3 * DAY_MS),
      memberId: person.id,
      ...{ ruleId: A_RULE, ruleTitle: 'Be kind', ruleText: 'No insults.' },
      ...ended,
    },
  })
  const first = await resolve(asModerator, await aReport(person), 'SUSPEND', { suspendDays: 7 })
  const second = await resolve(asModerator, await aReport(person), 'SUSPEND')
  expect(await lift(person, asModerator, 'Enough')).toEqual([])
  const lifts = await database.moderationEvent.findMany({
    where: { memberId: person.id, kind: 'LIFT' },
    include: { decision: true },
  })
  expect(lifts).toHaveLength(2)
  expect(lifts.map(({ decision }) => decision?.suspendDays).sort()).toEqual([7, null])
  expect(new Set(lifts.map(({ note }) => note))).toEqual(new Set(['Enough']))
  expect([first, second].map(({ userErrors }) => userErrors)).toEqual([[], []])
})

test('a suspension without an end lasts, and leaves the posts unless the decision hides them', async () => {
  const person = await aUser()
  const post = await aPost({ by: person })
  const isShown = async () =>
    (await anonymous.data('query ($id: ID!) { node(id: $id) { id } }', { id: post.publicId }))
      .node !== null
  await resolve(asModerator, await aReport(person), 'SUSPEND', { suspendDays: null })
  const { suspendedAt, suspendedUntil } = await database.user.findUniqueOrThrow({
    where: { id: person.id },
  })
  expect([suspendedAt, suspendedUntil]).toEqual([expect.any(Date), null])
  expect(await isShown()).toBe(true)
  await resolve(asModerator, await aReport(person), 'SUSPEND', { hidePosts: true })
  expect(await isShown()).toBe(false)
})

test('a suspension that answered a moderator’s own report is lifted by another one', async () => {
  const [person, reporter] = [await aUser(), await aModerator(services)]
  await resolve(asModerator, await aReport(person, reporter), 'SUSPEND')
  expect(await lift(person, as(reporter))).toMatchObject([
    { code: 'FORBIDDEN', reason: 'OWN_CASE' },
  ])
  expect(await lift(person)).toEqual([])
})

test('only an administrator ends the suspension of a moderator', async () => {
  const colleague = await aModerator(services)
  const admin = { ...(await aUser()), role: 'ADMIN' as const }
  await database.user.update({ where: { id: admin.id }, data: { role: 'ADMIN' } })
  const { report } = await resolve(as(admin), await aReport(colleague), 'SUSPEND')
  const { reverseDecision } = await asModerator.data(REVERSE, { eventId: report.decision.id })
  const message =
    'Only an administrator can decide whether a moderator or an administrator is suspended.'
  const refused = [{ code: 'FORBIDDEN', reason: 'ADMIN_NEEDED', message }]
  expect([await lift(colleague), reverseDecision.userErrors]).toMatchObject([refused, refused])
  expect(await lift(colleague, as(admin))).toEqual([])
})
