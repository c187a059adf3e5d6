import { expect, test } from 'vitest'
import { oldestIdAt } from '#api/lib/ids.ts'
import { moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { readYear } from './yearly.read.ts'

const api = await testApi()
const { as, aUser, aPost, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)

test('a year’s reports, decisions by rule, appeals and response times', async () => {
  const asModerator = as(await aModerator(services))
  const author = await aUser()
  const reports = await Promise.all([1, 2, 3].map(async () => aReport(await aPost({ by: author }))))
  await resolve(asModerator, reports[0] ?? '', 'HIDE')
  const { report } = await resolve(asModerator, reports[1] ?? '', 'NONE')
  expect(report.status).toBe('RESOLVED')
  // A report of an hour that took two.
  const start = Date.UTC(2020, 5)
  const { id } = await database.report.findFirstOrThrow({ where: { closedAt: null } })
  const decision = await database.moderationEvent.findFirstOrThrow({ where: { action: 'NONE' } })
  await database.report.update({
    where: { id },
    data: {
      id: oldestIdAt(start),
      closedAt: new Date(start + 2 * 60 * 60 * 1000),
      decisionId: decision.id,
    },
  })
  expect(await readYear(database, new Date().getUTCFullYear())).toEqual({
    reports: [{ name: 'HOSTILE', count: 2 }],
    decisions: [
      { name: 'NONE', count: 1 },
      { name: 'HIDE: Be kind', count: 1 },
    ],
    appeals: [],
    reversals: [],
    responseHours: { median: expect.any(Number), slowest: expect.any(Number) },
  })
  expect(await readYear(database, 2020)).toEqual({
    reports: [{ name: 'HOSTILE', count: 1 }],
    decisions: [],
    appeals: [],
    reversals: [],
    responseHours: { median: 2, slowest: 2 },
  })
  expect((await readYear(database, 2019)).responseHours).toEqual({ median: null, slowest: null })
})

test('appeals of deleted accounts and reversals count', async () => {
  const [moderator, colleague] = [await aModerator(services), await aModerator(services)]
  const decide = async (action: string, rest = {}) => {
    const author = await aUser()
    const { report } = await resolve(
      as(moderator),
      await aReport(await aPost({ by: author })),
      action,
      rest,
    )
    return { author, input: { eventId: report.decision.id } }
  }
  const appeal = async ({ author, input }: Awaited<ReturnType<typeof decide>>) => {
    await as(author).data(APPEAL, { input: { ...input, text: 'It was a joke' } })
    return input.eventId as string
  }
  const answer = (eventId: string, uphold: boolean) =>
    as(colleague).data(ANSWER, { input: { eventId, uphold } })
  const year = new Date().getUTCFullYear()
  const before = await readYear(database, year)

  const cases = await Promise.all(['HIDE', 'WARN', 'REMOVE', 'WARN', 'HIDE'].map((a) => decide(a)))
  const [reversed, kept, undone, deleted, open] = cases
  if (!reversed || !kept || !undone || !deleted || !open) throw new Error('There should be five')
  await answer(await appeal(reversed), false)
  await answer(await appeal(kept), true)
  await appeal(undone)
  await as(moderator).data(REVERSE, { input: undone.input })
  await appeal(deleted)
  await appeal(open)
  const suspended = await decide('SUSPEND', { suspendDays: 7 })
  await as(moderator).data(LIFT, { input: { userId: suspended.author.publicId } })
  for (const { author } of [reversed, deleted])
    await database.user.delete({ where: { id: author.id } })

  const { appeals, reversals } = await readYear(database, year)
  expect([before.appeals, before.reversals]).toEqual([[], []])
  expect(appeals).toEqual([
    { name: 'ACCOUNT DELETED', count: 1 },
    { name: 'KEPT', count: 1 },
    { name: 'OPEN', count: 1 },
    { name: 'REVERSED', count: 2 },
  ])
  expect(reversals).toEqual([
    { name: 'HIDE: after an appeal', count: 1 },
    { name: 'REMOVE: by a moderator', count: 1 },
    { name: 'SUSPEND: lifted', count: 1 },
  ])
})

const APPEAL = `mutation ($input: AppealDecisionInput!) {
  appealDecision(input: $input) { appeal { id } } }`
const ANSWER = `mutation ($input: DecideAppealInput!) {
  decideAppeal(input: $input) { userErrors { code } } }`
const REVERSE = `mutation ($input: ReverseDecisionInput!) {
  reverseDecision(input: $input) { userErrors { code } } }`
const LIFT = `mutation ($input: LiftSuspensionInput!) {
  liftSuspension(input: $input) { userErrors { code } } }`
