import { expect, test } from 'vitest'
import { deliverNotifications } from '#api/features/notification/delivery.write.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createToken, program } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { A_RULE, RESOLVE } from '#api/test/people/moderation.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { Notifications, ThanksNote, Unread } from './notification-schemas.ts'

const server = await testServer()
const { aPost, theDemoUser } = seeds(server.services)
await theDemoUser()
const [ann, ben, anonymous] = [server.browser(), server.browser(), server.browser()]
const annUser = await ann.signUp({ name: 'Ann Lee', username: 'ann_lee' })
await ben.signUp({ name: 'Ben Ray', username: 'ben_ray' })

const send = (caller: TestBrowser, method: string, path: string, json?: object) =>
  caller.fetch(path, { method, ...(json && { json }) })
const list = async (caller: TestBrowser, query = '') =>
  Notifications.parse(await expectJson(await caller.fetch(`/api/notifications${query}`)))

test('notifications of every kind are listed, in pages, and marked as read', async () => {
  const json = await (await send(ann, 'POST', '/api/posts', { content: 'Hello' })).json()
  const post = `/api/posts/${json.id}`
  await send(ben, 'POST', `${post}/like`, {})
  await send(ben, 'PUT', `${post}/share`, {})
  await send(ben, 'PUT', '/api/users/ann_lee/follow')
  const DAY_MS = 24 * 60 * 60 * 1000
  await deliverNotifications(server.services, { now: Date.now() + DAY_MS })
  // The simulated delivery is newer than all others.
  const groups = await list(ann)
  const actors = [expect.objectContaining({ username: 'ben_ray' })]
  expect(new Map(groups.map(({ kind, ...rest }) => [kind, rest]))).toEqual(
    new Map([
      ['follow', expect.objectContaining({ actorsCount: 1, actors, isRead: false })],
      ['share', expect.objectContaining({ actorsCount: 1, actors, postId: json.id })],
      ['like', expect.objectContaining({ actorsCount: 1, actors, postId: json.id })],
    ]),
  )
  await send(ben, 'POST', '/api/posts', { content: 'Hello you', inReplyToId: json.id })
  const thanks = await send(ben, 'POST', `${post}/thanks`, { text: 'I needed this.' })
  expect(ThanksNote.parse(await expectJson(thanks, 201))).toMatchObject({
    text: 'I needed this.',
    sender: { username: 'ben_ray' },
  })
  expect(await list(ann)).toMatchObject([
    ...groups.map(({ id }) => ({ id })),
    { kind: 'thanks', thanks: { text: 'I needed this.' } },
    { kind: 'reply', postId: json.id, reply: { content: 'Hello you' } },
  ])
  const response = await ann.fetch('/api/notifications?limit=2')
  expect(response.headers.get('link')).toContain('rel="next"')
  expect(Notifications.parse(await response.json())).toHaveLength(2)
  const upToId = groups[0]?.id
  const read = await send(ann, 'POST', '/api/notifications/read', { upToId })
  expect(Unread.parse(await expectJson(read))).toEqual({ unreadNotificationsCount: 0 })
  expect((await list(ann)).every(({ isRead }) => isRead)).toBe(true)
  expect(await list(ben)).toEqual([])
})

test('notifications of decisions and paused webhooks name what they are about', async () => {
  const [reporter, author, moderator] = [server.browser(), server.browser(), server.browser()]
  await reporter.signUp()
  const owner = uuidOf((await author.signUp()).id)
  const { database, ids } = server.services
  const moderatorId = uuidOf((await moderator.signUp()).id)
  await database.user.update({ where: { id: moderatorId }, data: { role: 'MODERATOR' } })
  const { publicId: subjectId } = await aPost({ by: { id: owner } })
  const report = await send(reporter, 'POST', '/api/reports', { subjectId, reason: 'HOSTILE' })
  const { id: reportId } = (await expectJson(report, 201)) as { id: string }
  const decision = await send(moderator, 'POST', '/graphql', {
    query: RESOLVE,
    variables: { input: { reportId, action: 'WARN', rule: A_RULE } },
  })
  const { data } = await decision.json()
  const decisionId = data.resolveReport.report.decision.id
  const webhook = { id: ids.next(), ownerId: owner, url: 'https://hooks.example/', secret: '' }
  const subscription = 'subscription { followed { id } }'
  await database.webhook.create({ data: { ...webhook, subscription, scope: 'EVERYONE' } })
  await database.notification.create({
    data: { id: ids.next(), userId: owner, kind: 'WEBHOOK_PAUSED', webhookId: webhook.id },
  })
  const rule = { ruleId: A_RULE, title: expect.any(String), text: expect.any(String) }
  const outcome = { reportId, outcome: 'WARN', rule }
  expect(await list(reporter)).toMatchObject([{ kind: 'reportOutcome', ...outcome }])
  expect(await list(author)).toMatchObject([
    { kind: 'webhookPaused', webhookId: toPublicId('Webhook', webhook.id) },
    { kind: 'moderation', event: 'DECISION', decisionId, action: 'WARN', until: null, rule },
  ])
  const about = (mutation: string) => ({
    query: `mutation ($eventId: ID!) { ${mutation} { userErrors { code } } }`,
    variables: { eventId: decisionId },
  })
  const appeal = about('appealDecision(input: { eventId: $eventId, text: "Please look again." })')
  await send(author, 'POST', '/graphql', appeal)
  const answer = about('decideAppeal(input: { eventId: $eventId, uphold: true })')
  await send(moderator, 'POST', '/graphql', answer)
  expect((await list(author))[0]).toMatchObject({
    ...{ kind: 'moderation', event: 'APPEAL_DECISION', decisionId },
    ...{ action: 'WARN', appealOutcome: 'KEPT' },
  })
})

test('a token that may not read private data marks notifications as read', async () => {
  const { id } = (await list(ann))[0] ?? {}
  const { secret } = await createToken(ann, ['read', 'write:notifications'])
  const read = await send(program(server, secret), 'POST', '/api/notifications/read', {
    upToId: id,
  })
  expect(Unread.parse(await expectJson(read))).toEqual({ unreadNotificationsCount: null })
})

test('problems: anonymous callers, the demo user, and what is invalid', async () => {
  const post = await aPost({ by: { id: uuidOf(annUser.id) } })
  const path = `/api/posts/${post.publicId}/thanks`
  await expectProblem(await anonymous.fetch('/api/notifications'), 401)
  const asDemo = { headers: { 'x-demo-user': '1' } }
  await expectProblem(await anonymous.fetch('/api/notifications', asDemo), 401)
  await expectProblem(await send(anonymous, 'POST', path, { text: 'Hi', userId: 'demo-user' }), 401)
  await expectProblem(
    await send(anonymous, 'POST', '/api/notifications/read', { upToId: 'x' }),
    401,
  )
  expect(await expectProblem(await send(ben, 'POST', path, { text: ' ' }), 400)).toMatchObject({
    code: 'THANKS_EMPTY',
  })
  expect(await expectProblem(await send(ann, 'POST', path, { text: 'Me' }), 400)).toMatchObject({
    code: 'THANKS_SELF',
  })
  await send(ben, 'POST', path, { text: 'Thank you' })
  await expectProblem(await send(ben, 'POST', path, { text: 'Again' }), 409)
  await expectProblem(await send(ann, 'POST', '/api/notifications/read', { upToId: 'x' }), 404)
  await expectProblem(await send(ann, 'POST', '/api/notifications/read', {}), 400)
})
