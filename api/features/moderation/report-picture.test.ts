import { expect, test } from 'vitest'
import { createProgram } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { testServer } from '#api/test/servers/server.ts'
import { type TokenScope, tokenScopes } from '#rules/token-scopes.ts'
import { cleanUpMedia } from '../media/media.cleanup.ts'
import { DAY_MS, EVIDENCE_MS } from '../media/media.rules.ts'

const server = await testServer()
const { services } = server
const { database } = services

async function aMember(role: 'MEMBER' | 'MODERATOR' = 'MEMBER') {
  const browser = server.browser()
  const { id } = await browser.signUp()
  await database.user.update({ where: { id: uuidOf(id) }, data: { role } })
  return browser
}
const [author, reporter, visitor] = [await aMember(), await aMember(), server.browser()]
const moderator = await aMember('MODERATOR')

async function send(browser: TestBrowser, query: string, input: object) {
  const response = await browser.fetch('/graphql', { json: { query, variables: { input } } })
  const { data, errors } = await response.json()
  expect(errors).toBeUndefined()
  return data
}
const POST = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { post { id } userErrors { message } } }`
const REPORT = `mutation ($input: ReportContentInput!) {
  reportContent(input: $input) { report { id } } }`
const DECIDE = `mutation ($input: ResolveReportInput!) {
  resolveReport(input: $input) { report { decision { id } } userErrors { message } } }`

let shade = 0

/** A post with a picture that nobody else uploaded, and a report of it. */
async function reportedPicture(by = author) {
  const bytes = await photo({ width: 40 + shade++, height: 30 })
    .png()
    .toBuffer()
  const { url } = await (await by.upload(bytes)).json()
  const { createPost } = await send(by, POST, { content: 'Look', imageUrl: url })
  const postId: string = createPost.post.id
  const { reportContent } = await send(reporter, REPORT, { subjectId: postId, reason: 'HOSTILE' })
  const reportId: string = reportContent.report.id
  return { url: String(url), postId, reportId, evidence: `/moderation/pictures/${reportId}` }
}
const statusesOf = (path: string, browsers: TestBrowser[]) =>
  Promise.all(browsers.map(async (browser) => (await browser.fetch(path)).status))
const deletePost = async (postId: string) =>
  expect((await author.fetch(`/api/posts/${postId}`, { method: 'DELETE' })).ok).toBe(true)
const cleanUp = (days: number) => cleanUpMedia(services, Date.now() + days * DAY_MS)

test('attack 51: a hidden picture is gone from /media for everyone, and moderators see it', async () => {
  const { url, reportId, evidence } = await reportedPicture()
  const everyone = [visitor, author, reporter, moderator]
  const sizes = ['', '-small', '-thumb'].map((size) => url.replace('.webp', `${size}.webp`))
  for (const size of sizes) expect(await statusesOf(size, everyone)).toEqual([200, 200, 200, 200])
  await send(moderator, DECIDE, { reportId, action: 'HIDE', rule: 'be-kind' })
  for (const size of sizes) expect(await statusesOf(size, everyone)).toEqual([404, 404, 404, 404])
  expect(await statusesOf(evidence, everyone)).toEqual([404, 404, 404, 200])
  const response = await moderator.fetch(evidence)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  const { node } = await (
    await moderator.fetch('/graphql', {
      json: {
        query: 'query ($id: ID!) { node(id: $id) { ... on Report { pictureUrl } } }',
        variables: { id: reportId },
      },
    })
  )
    .json()
    .then(({ data }) => data)
  expect(node.pictureUrl).toBe(evidence)
})

test('attack 26: a moderator whom a report concerns, or who is suspended or demoted, gets no picture', async () => {
  const concerned = await aMember('MODERATOR')
  const { evidence } = await reportedPicture(concerned)
  const colleague = server.browser()
  const { id } = await colleague.signUp()
  const where = { id: uuidOf(id) }
  const asked = async () => (await statusesOf(evidence, [concerned, colleague])).join()
  expect(await asked()).toBe('404,404')
  await database.user.update({ where, data: { role: 'MODERATOR' } })
  expect(await asked()).toBe('404,200')
  await database.user.update({ where, data: { suspendedAt: new Date() } })
  expect(await asked()).toBe('404,404')
  await database.user.update({ where, data: { suspendedAt: null, role: 'MEMBER' } })
  expect(await asked()).toBe('404,404')
  expect(await statusesOf('/moderation/pictures/report_nonsense', [moderator])).toEqual([404])
})

test('the picture of a reported post outlives the post, as evidence', async () => {
  const { url, postId, reportId, evidence } = await reportedPicture()
  await deletePost(postId)
  expect(await statusesOf(url, [visitor, author, moderator])).toEqual([404, 404, 404])
  await cleanUp(365)
  expect(await statusesOf(evidence, [moderator])).toEqual([200])
  await send(moderator, DECIDE, { reportId, action: 'WARN', rule: 'be-kind' })
  await cleanUp(EVIDENCE_MS / DAY_MS - 1)
  expect(await statusesOf(evidence, [moderator, author])).toEqual([200, 404])
  await cleanUp(EVIDENCE_MS / DAY_MS + 1)
  expect(await statusesOf(evidence, [moderator])).toEqual([404])
  expect(await services.pictures.hasFile(url.slice('/media/'.length))).toBe(false)
})

test('an open appeal keeps the picture', async () => {
  const { postId, reportId, evidence } = await reportedPicture()
  await deletePost(postId)
  const { resolveReport } = await send(moderator, DECIDE, {
    ...{ reportId, action: 'WARN', rule: 'be-kind' },
  })
  const APPEAL = `mutation ($input: AppealDecisionInput!) {
    appealDecision(input: $input) { appeal { id } userErrors { message } } }`
  const eventId = resolveReport.report.decision.id
  await send(author, APPEAL, { eventId, text: 'It was a joke' })
  await cleanUp(365)
  expect(await statusesOf(evidence, [moderator])).toEqual([200])
  const ANSWER = `mutation ($input: DecideAppealInput!) {
    decideAppeal(input: $input) { appeal { outcome } userErrors { message } } }`
  const colleague = await aMember('MODERATOR')
  await send(colleague, ANSWER, { eventId, uphold: true })
  await cleanUp(365)
  expect(await statusesOf(evidence, [moderator])).toEqual([404])
})

test('a reported picture that its author still shows stays in /media', async () => {
  const { url, reportId } = await reportedPicture()
  await send(moderator, DECIDE, { reportId, action: 'NONE' })
  expect(await statusesOf(url, [visitor])).toEqual([200])
})

test('a moderator’s token gets it with the scope moderate alone', async () => {
  const { evidence } = await reportedPicture()
  const withScopes = async (owner: TestBrowser, scopes: TokenScope[]) =>
    (await createProgram(server, owner, scopes)).script
  const everything = tokenScopes.filter((scope) => scope !== 'moderate')
  expect(
    await statusesOf(evidence, [
      await withScopes(moderator, ['moderate']),
      await withScopes(moderator, everything),
      await withScopes(author, [...tokenScopes]),
    ]),
  ).toEqual([200, 404, 404])
})
