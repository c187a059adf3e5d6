import { expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, aUser, aPost, services } = api
const { database, ids } = services
const { aModerator, aReport, resolve } = moderation(api)

const moderator = await aModerator(services)
const asModerator = as(moderator)
const author = await aUser()

const QUEUE = /* GraphQL */ `
  query ($status: ReportStatus, $first: Int, $after: String) {
    moderationQueue(status: $status, first: $first, after: $after) {
      nodes {
        id openReportsCount reporter { id } author { id } notes { text moderator { id } }
        authorHistory { reportsCount decisions { action } suspension { until } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`
const queue = async (variables = {}) => (await asModerator.data(QUEUE, variables)).moderationQueue
const NOTE = /* GraphQL */ `
  mutation ($reportId: ID!, $text: String!) {
    addModerationNote(input: { reportId: $reportId, text: $text }) {
      note { text } report { notes { text } } userErrors { code field }
    }
  }`

test('the queue has open reports oldest first, with history and notes, in pages', async () => {
  const reporter = await aUser()
  const post = await aPost({ by: author })
  const reports = [await aReport(author, reporter), await aReport(post), await aReport(post)]
  const { addModerationNote } = await asModerator.data(NOTE, {
    reportId: reports[0],
    text: 'Seen before',
  })
  expect(addModerationNote).toMatchObject({ note: { text: 'Seen before' }, userErrors: [] })
  const first = await queue({ first: 2 })
  expect(first.nodes).toMatchObject([
    {
      id: reports[0],
      reporter: { id: reporter.publicId },
      author: { id: author.publicId },
      notes: [{ text: 'Seen before', moderator: { id: moderator.publicId } }],
      authorHistory: { reportsCount: 3, decisions: [], suspension: null },
    },
    { id: reports[1], openReportsCount: 2 },
  ])
  const rest = await queue({ first: 2, after: first.pageInfo.endCursor })
  expect(rest.nodes.map(({ id }: { id: string }) => id)).toEqual([reports[2]])
  await resolve(asModerator, reports[0] ?? '', 'WARN')
  await resolve(asModerator, reports[1] ?? '', 'NONE')
  expect((await queue()).nodes).toEqual([])
  const resolved = await queue({ status: 'RESOLVED' })
  expect(resolved.nodes.map(({ id }: { id: string }) => id)).toEqual(reports.toReversed())
  expect(resolved.nodes[0].authorHistory.decisions).toEqual([{ action: 'WARN' }])
})

test('a report lists the newest ten notes, and a decision the first five reports', async () => {
  const subject = await aPost({ by: author })
  const reports = []
  for (let number = 1; number <= 11; number++) reports.push(await aReport(subject))
  const [first = ''] = reports
  const reportId = uuidOf(first)
  const texts = Array.from({ length: 11 }, (_, index) => `Note ${index + 1}`)
  await database.moderationNote.createMany({
    data: texts.map((text) => ({ id: ids.next(), reportId, text })),
  })
  const { nodes } = await queue({ first: 1 })
  expect(nodes[0].notes.map(({ text }: { text: string }) => text)).toEqual(texts.slice(1))
  const { closedReports } = await resolve(asModerator, first, 'WARN')
  expect(closedReports).toHaveLength(11)
  const LOG = '{ moderationLog(first: 1) { nodes { reports { id } } } }'
  const { moderationLog } = await asModerator.data(LOG)
  expect(moderationLog.nodes[0].reports.map(({ id }: { id: string }) => id)).toEqual(
    reports.slice(0, 5),
  )
})

test('an empty note is refused', async () => {
  const { addModerationNote } = await asModerator.data(NOTE, {
    reportId: await aReport(author),
    text: ' ',
  })
  expect(addModerationNote.userErrors).toEqual([{ code: 'BAD_INPUT', field: 'text' }])
})

test('blocks and mutes have no effect on what moderators see', async () => {
  const [blocker, muted] = [await aUser(), await aUser()]
  const reports = [await aReport(blocker), await aReport(await aPost({ by: muted }))]
  await database.block.create({
    data: { id: ids.next(), blockerId: blocker.id, blockedId: moderator.id },
  })
  await database.mute.create({
    data: { id: ids.next(), muterId: moderator.id, mutedId: muted.id },
  })
  const rows = (await queue()).nodes.filter(({ id }: { id: string }) => reports.includes(id))
  expect(rows.map(({ author }: { author: object }) => author)).toEqual([
    { id: blocker.publicId },
    { id: muted.publicId },
  ])
})

test('attack 74: the log lists decisions newest first, but not those about the viewer', async () => {
  const colleague = await aModerator(services)
  await resolve(asModerator, await aReport(colleague), 'WARN', { note: 'Hm' })
  const LOG =
    '{ moderationLog(first: 1) { nodes { kind action note member { id } moderator { id } } } }'
  const entry = (await asModerator.data(LOG)).moderationLog.nodes[0]
  expect(entry).toEqual({
    kind: 'DECISION',
    action: 'WARN',
    note: 'Hm',
    member: { id: colleague.publicId },
    moderator: { id: moderator.publicId },
  })
  expect((await as(colleague).data(LOG)).moderationLog.nodes[0]).not.toEqual(entry)
})

test('attack 74: nobody changes or removes an entry of the log', async () => {
  await resolve(asModerator, await aReport(await aPost({ by: author })), 'WARN')
  const where = { action: 'WARN' } as const
  await expect(
    database.moderationEvent.updateMany({ where, data: { note: 'Changed' } }),
  ).rejects.toThrow('append-only')
  await expect(
    database.moderationEvent.updateMany({ where, data: { moderatorId: null } }),
  ).rejects.toThrow('append-only')
  await expect(database.moderationEvent.deleteMany({ where })).rejects.toThrow('append-only')
})
