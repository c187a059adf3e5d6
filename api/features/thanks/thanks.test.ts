import { expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reasons } from '#rules/reasons.ts'

const api = await testApi()
const { as, asDemoUser, anonymous, aUser, aPost, aReply, theDemoUser, services, logLines } = api
const { database, ids } = services
const { aModerator, aReport, resolve } = moderation(api)

const SEND = /* GraphQL */ `
  mutation ($postId: ID!, $text: String!) {
    sendThanks(input: { postId: $postId, text: $text }) {
      thanks { id text createdAt sender { username } post { id } }
      userErrors { code reason field message }
    }
  }`
const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Thanks { text sender { id } } } }'
const RECEIVED = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      notifications { nodes { __typename ... on ThanksNotification { thanks { id text } } } }
      unreadNotificationsCount
    }
  }`

type Person = Awaited<ReturnType<typeof aUser>>
const send = async (by: Person, to: { publicId: string }, text = 'You made my day') =>
  (await as(by).data(SEND, { postId: to.publicId, text })).sendThanks
const received = async (person: Person) => {
  const { user } = await as(person).data(RECEIVED, { id: person.publicId })
  expect(user.unreadNotificationsCount).toBe(user.notifications.nodes.length)
  return user.notifications.nodes
}
const node = async (caller: typeof anonymous, id: string) => (await caller.data(NODE, { id })).node
const error = (code: string, reason: keyof typeof reasons, field = 'postId') => ({
  thanks: null,
  userErrors: [{ code, reason, field, message: reasons[reason] }],
})

test('thanks reach the author at once, and only both of them see it', async () => {
  const [ada, ben, cleo] = [await aUser(), await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  const { thanks, userErrors } = await send(ben, post, '  You made my day ')
  expect(userErrors).toEqual([])
  expect(thanks).toMatchObject({
    text: 'You made my day',
    sender: { username: ben.username },
    post: { id: post.publicId },
  })
  const { id, text } = thanks
  expect(await received(ada)).toEqual([{ __typename: 'ThanksNotification', thanks: { id, text } }])
  for (const reader of [ada, ben])
    expect(await node(as(reader), id)).toEqual({ id, text, sender: { id: ben.publicId } })
  for (const caller of [as(cleo), as({ ...cleo, role: 'ADMIN' }), anonymous, asDemoUser()])
    expect(await node(caller, id)).toBeNull()
})

test('a post is thanked for once by each person, also at once', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  const payloads = await Promise.all(Array.from({ length: 5 }, () => send(ben, post)))
  expect(payloads.filter(({ thanks }) => thanks)).toHaveLength(1)
  for (const payload of payloads.filter(({ thanks }) => !thanks))
    expect(payload).toEqual(error('CONFLICT', 'THANKS_SENT'))
  expect(await received(ada)).toHaveLength(1)
  expect((await send(await aUser(), post)).userErrors).toEqual([])
  expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('a reply is thanked for like a post', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const reply = await aReply({ by: ben, to: await aPost({ by: ada }) })
  const { thanks } = await send(ada, reply, 'That helped')
  expect(thanks).toMatchObject({ text: 'That helped', post: { id: reply.publicId } })
  expect(await received(ben)).toMatchObject([{ thanks: { text: 'That helped' } }])
})

test('what cannot be thanked for', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  expect(await send(ada, post)).toEqual(error('BAD_INPUT', 'THANKS_SELF'))
  expect(await send(ben, post, ' ')).toEqual(error('BAD_INPUT', 'THANKS_EMPTY', 'text'))
  expect(await send(ben, post, 'x'.repeat(281))).toEqual(
    error('BAD_INPUT', 'THANKS_TOO_LONG', 'text'),
  )
  const hidden = await aPost({ by: ada, hiddenAt: new Date() })
  for (const target of [hidden, { publicId: 'post_01h455vb4pex5vsknk084sn02q' }, ada])
    expect(await send(ben, target)).toEqual(error('NOT_FOUND', 'POST_NOT_FOUND'))
  const demo = await theDemoUser()
  expect(await send(ben, await aPost({ by: demo }))).toEqual(error('FORBIDDEN', 'THANKS_OFF'))
  const variables = { postId: post.publicId, text: 'Hello' }
  for (const caller of [asDemoUser(), anonymous])
    expect((await caller.data(SEND, variables)).sendThanks.userErrors).toMatchObject([
      { code: 'UNAUTHENTICATED' },
    ])
  expect((await send(ben, post, '👩‍👩‍👧‍👦'.repeat(280))).userErrors).toEqual([])
})

test('an author who switched thanks off or blocks the sender gets none; a mute is quiet', async () => {
  const [ada, off, blocker, ben] = [await aUser(), await aUser(), await aUser(), await aUser()]
  const OFF = 'mutation { updateNotificationSettings(input: { thanks: false }) { user { id } } }'
  await as(off).data(OFF)
  expect(await send(ben, await aPost({ by: off }))).toEqual(error('FORBIDDEN', 'THANKS_OFF'))
  const block = { id: ids.next(), blockerId: blocker.id, blockedId: ben.id }
  await database.block.create({ data: block })
  expect(await send(ben, await aPost({ by: blocker }))).toEqual(
    error('NOT_FOUND', 'POST_NOT_FOUND'),
  )
  await database.mute.create({ data: { id: ids.next(), muterId: ada.id, mutedId: ben.id } })
  const { thanks, userErrors } = await send(ben, await aPost({ by: ada }))
  expect(userErrors).toEqual([])
  expect(await node(as(ben), thanks.id)).toMatchObject({ id: thanks.id })
  expect(await received(ada)).toEqual([])
  expect(await node(as(ada), thanks.id)).toBeNull()
  await database.mute.deleteMany()
  expect(await received(ada)).toEqual([])
})

test('the author reports thanks; a decision hides it from them, and its reversal shows it', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { thanks } = await send(ben, await aPost({ by: ada }), 'Not nice at all')
  const moderator = await aModerator(services)
  const reportId = await aReport({ publicId: thanks.id }, ada)
  const REPORT = /* GraphQL */ `
    query ($id: ID!) {
      node(id: $id) { ... on Report { subjectType subjectId snapshot { content username postId } } }
    }`
  expect((await as(moderator).data(REPORT, { id: reportId })).node).toMatchObject({
    subjectType: 'THANKS',
    subjectId: thanks.id,
    snapshot: { content: 'Not nice at all', username: ben.username, postId: thanks.post.id },
  })
  const INPUT = { input: { subjectId: thanks.id, reason: 'HOSTILE' } }
  const REPORT_IT = /* GraphQL */ `
    mutation ($input: ReportContentInput!) { reportContent(input: $input) { userErrors { code } } }`
  const report = async (by: Person) =>
    (await as(by).data(REPORT_IT, INPUT)).reportContent.userErrors
  expect(await report(await aUser())).toEqual([{ code: 'NOT_FOUND' }])
  expect(await report(ben)).toEqual([{ code: 'BAD_INPUT' }])
  const SUBJECT = /* GraphQL */ `
    query ($id: ID!) { node(id: $id) { ... on Report { subject { ... on Thanks { id } } } } }`
  const subject = async () => (await as(moderator).data(SUBJECT, { id: reportId })).node.subject
  await database.block.create({ data: { id: ids.next(), blockerId: ada.id, blockedId: ben.id } })
  expect(await subject()).toEqual({ id: thanks.id })
  await database.block.deleteMany()
  const resolved = await resolve(as(moderator), reportId, 'HIDE')
  expect(await subject()).toBeNull()
  const kinds = async () =>
    (await received(ada)).map(({ __typename }: { __typename: string }) => __typename)
  expect(await kinds()).toEqual(['ReportOutcomeNotification'])
  expect(await node(as(ada), thanks.id)).toBeNull()
  const REVERSE = /* GraphQL */ `
    mutation ($id: ID!) { reverseDecision(input: { eventId: $id }) { userErrors { code } } }`
  await as(moderator).data(REVERSE, { id: resolved.report.decision.id })
  expect(await kinds()).toEqual(['ReportOutcomeNotification', 'ThanksNotification'])
  expect(await node(as(ada), thanks.id)).toMatchObject({ id: thanks.id })
})

test('an account thanks 20 times a day, and refused thanks do not count', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const [thanked, own] = [await aPost({ by: ada }), await aPost({ by: ben })]
  await send(ben, thanked)
  const posts = await Promise.all(Array.from({ length: 21 }, () => aPost({ by: ada })))
  applyLimits(services)
  for (let count = 1; count <= 25; count++) {
    expect((await send(ben, thanked)).userErrors).toMatchObject([{ code: 'CONFLICT' }])
    expect((await send(ben, own)).userErrors).toMatchObject([{ code: 'BAD_INPUT' }])
  }
  const codes = []
  for (const post of posts) codes.push((await send(ben, post)).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(20)
  // Of several at once, those that write nothing give their points back.
  const [cleo, post] = [await aUser(), await aPost({ by: ada })]
  const at = (count: number) => Promise.all(Array.from({ length: count }, () => send(cleo, post)))
  expect((await at(15)).filter(({ thanks }) => thanks)).toHaveLength(1)
  for (const post of posts.slice(0, 19)) expect((await send(cleo, post)).userErrors).toEqual([])
  expect((await send(cleo, posts[19] ?? post)).userErrors).toMatchObject([{ code: 'RATE_LIMITED' }])
})
