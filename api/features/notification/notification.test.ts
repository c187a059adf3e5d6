import { expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, asDemoUser, anonymous, aUser, aPost, theDemoUser, services } = api
const { database, ids } = services
const { aModerator, aReport, resolve } = moderation(api)

const LIST = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String, $last: Int) {
    user(id: $id) {
      unreadNotificationsCount
      notifications(first: $first, after: $after, last: $last) {
        nodes {
          __typename id isRead
          ... on LikeNotification { actors(first: 2) { username } actorsCount post { id } }
          ... on ReplyNotification { reply { content } post { id } }
          ... on ReportOutcomeNotification { report { id outcome } }
          ... on ModerationNotification { kind decision { action isReversed } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`
const READ = /* GraphQL */ `
  mutation ($upToId: ID!) {
    markNotificationsRead(input: { upToId: $upToId }) {
      user { unreadNotificationsCount } userErrors { code reason field }
    }
  }`
const NODE = 'query ($id: ID!) { node(id: $id) { __typename id ... on Notification { isRead } } }'
const REPLY = /* GraphQL */ `
  mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } userErrors { code } } }`

type Person = Awaited<ReturnType<typeof aUser>>
const read = async (person: Person, variables: object = {}) => {
  const { visibilityVersion } = await database.user.findUniqueOrThrow({ where: { id: person.id } })
  const caller = as({ ...person, visibilityVersion })
  return (await caller.data(LIST, { id: person.publicId, ...variables })).user
}
const nodes = async (person: Person) => (await read(person)).notifications.nodes
const reply = async (by: Person, to: { publicId: string }, content = 'an answer') => {
  const input = { content, inReplyToId: to.publicId }
  const { post } = (await as(by).data(REPLY, { input })).createPost
  return { publicId: post.id as string }
}
const markRead = async (person: Person, upToId: string) =>
  (await as(person).data(READ, { upToId })).markNotificationsRead
/** A delivered group of likes. */
async function aGroup(recipient: Person, actors: Person[], actorsCount = actors.length) {
  const post = await aPost({ by: recipient })
  const people = { create: actors.map(({ id: userId }, index) => ({ userId, rank: index + 1 })) }
  await database.notification.create({
    data: {
      ...{ id: ids.next(), userId: recipient.id, kind: 'LIKE', postId: post.id },
      ...{ actorsCount, actors: people },
    },
  })
  return post
}

test('a reply notifies the authors of the thread and of the answered post at once, each once', async () => {
  const [ada, ben, cleo] = [await aUser(), await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  const first = await reply(ben, post, 'from Ben')
  await reply(cleo, first, 'from Cleo')
  await reply(ada, first, 'from Ada')
  expect(await nodes(ada)).toMatchObject([
    {
      __typename: 'ReplyNotification',
      reply: { content: 'from Cleo' },
      post: { id: post.publicId },
    },
    {
      __typename: 'ReplyNotification',
      reply: { content: 'from Ben' },
      post: { id: post.publicId },
    },
  ])
  expect(await nodes(ben)).toMatchObject([
    { reply: { content: 'from Ada' }, post: { id: first.publicId } },
    { reply: { content: 'from Cleo' }, post: { id: first.publicId } },
  ])
  expect(await nodes(cleo)).toEqual([])
  // One person wrote both posts.
  const own = await reply(ada, post)
  await reply(ben, own, 'to Ada twice')
  expect((await nodes(ada))[0]).toMatchObject({
    reply: { content: 'to Ada twice' },
    post: { id: own.publicId },
  })
  expect(await nodes(ada)).toHaveLength(3)
})

test('replies of muted people, and with replies switched off, notify nobody', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  await database.mute.create({ data: { id: ids.next(), muterId: ada.id, mutedId: ben.id } })
  await reply(ben, post)
  await database.mute.deleteMany()
  const OFF = 'mutation { updateNotificationSettings(input: { replies: false }) { user { id } } }'
  await as(ada).data(OFF)
  await reply(ben, post)
  expect(await nodes(ada)).toEqual([])
})

test('a notification leaves the list and the count with its subject', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const post = await aPost({ by: ada })
  const answer = await reply(ben, post, 'soon hidden')
  const [notification] = await nodes(ada)
  const find = async () => (await as(ada).data(NODE, { id: notification.id })).node
  expect(await find()).toMatchObject({ id: notification.id, isRead: false })
  const where = { content: 'soon hidden' }
  const gone = async () => {
    expect(await read(ada)).toMatchObject({
      unreadNotificationsCount: 0,
      notifications: { nodes: [] },
    })
    expect((await as(ada).data(NODE, { id: notification.id })).node).toBeNull()
  }
  await database.post.updateMany({ where, data: { hiddenAt: new Date() } })
  await gone()
  await database.post.updateMany({ where, data: { hiddenAt: null } })
  const block = { id: ids.next(), blockerId: ben.id, blockedId: ada.id }
  await database.block.create({ data: block })
  await gone()
  await database.block.deleteMany()
  expect(await nodes(ada)).toHaveLength(1)
  const DELETE =
    'mutation ($id: ID!) { deletePost(input: { postId: $id }) { userErrors { code } } }'
  await as(ben).data(DELETE, { id: answer.publicId })
  await gone()
})

test('a group names the newest people whom the viewer sees, and keeps its number', async () => {
  const [ada, ben, cleo, dan] = [await aUser(), await aUser(), await aUser(), await aUser()]
  const post = await aGroup(ada, [ben, cleo, dan], 12)
  const block = { id: ids.next(), blockerId: ben.id, blockedId: ada.id }
  await database.block.create({ data: block })
  expect(await nodes(ada)).toMatchObject([
    {
      __typename: 'LikeNotification',
      actors: [{ username: cleo.username }, { username: dan.username }],
      actorsCount: 12,
      post: { id: post.publicId },
    },
  ])
  const TOO_MANY = /* GraphQL */ `
    query ($id: ID!) {
      user(id: $id) {
        notifications { nodes { ... on LikeNotification { actors(first: 4) { username } } } }
      }
    }`
  const { errors } = await as(ada).run(TOO_MANY, { id: ada.publicId })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' })
})

test('only the owner sees notifications; the demo user has none', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const demo = await theDemoUser()
  await aGroup(ada, [ben])
  await aGroup(demo, [ben])
  const [{ id }] = await nodes(ada)
  const SETTINGS = 'query ($id: ID!) { user(id: $id) { notificationSettings { delivery } } }'
  const strangers = [as(ben), anonymous, asDemoUser(), as({ ...ben, role: 'ADMIN' })]
  for (const [caller, owner] of [
    ...strangers.map((stranger) => [stranger, ada] as const),
    [asDemoUser(), demo] as const,
  ]) {
    const variables = { id: owner.publicId }
    expect((await caller.data(LIST, variables)).user).toEqual({
      unreadNotificationsCount: null,
      notifications: null,
    })
    expect((await caller.data(SETTINGS, variables)).user.notificationSettings).toBeNull()
    expect((await caller.data(NODE, { id })).node).toBeNull()
    expect((await caller.data(READ, { upToId: id })).markNotificationsRead.user).toBeNull()
  }
})

test('marking as read includes all older notifications, and never goes back', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  for (let number = 1; number <= 3; number++) await aGroup(ada, [ben])
  const [newest, middle, oldest] = await nodes(ada)
  expect((await read(ada)).unreadNotificationsCount).toBe(3)
  expect(await markRead(ada, middle.id)).toEqual({
    user: { unreadNotificationsCount: 1 },
    userErrors: [],
  })
  await markRead(ada, oldest.id)
  expect((await nodes(ada)).map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
    ...[false, true, true],
  ])
  await markRead(ada, newest.id)
  expect((await read(ada)).unreadNotificationsCount).toBe(0)
  for (const id of [ben.publicId, 'notification_01h455vb4pex5vsknk084sn02q', ''])
    expect((await markRead(ada, id)).userErrors).toEqual([
      { code: 'NOT_FOUND', reason: 'NOTIFICATION_NOT_FOUND', field: 'upToId' },
    ])
  expect((await markRead(ben, newest.id)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
})

test('notifications are pages, newest first', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  for (let number = 1; number <= 3; number++) await aGroup(ada, [ben])
  const all = await nodes(ada)
  const { notifications: head } = await read(ada, { first: 2 })
  expect(head.nodes).toEqual(all.slice(0, 2))
  const { notifications: tail } = await read(ada, { first: 2, after: head.pageInfo.endCursor })
  expect(tail).toMatchObject({ nodes: all.slice(2), pageInfo: { hasNextPage: false } })
  expect((await read(ada, { last: 1 })).notifications.nodes).toEqual(all.slice(2))
})

test('the reporter and the author are notified of a decision, and the author of its reversal', async () => {
  const moderator = await aModerator(services)
  const [author, reporter] = [await aUser(), await aUser()]
  const post = await aPost({ by: author })
  const reportId = await aReport(post, reporter)
  const { report } = await resolve(as(moderator), reportId, 'WARN')
  expect(await nodes(reporter)).toMatchObject([
    { __typename: 'ReportOutcomeNotification', report: { id: reportId, outcome: 'WARN' } },
  ])
  const decided = { __typename: 'ModerationNotification', kind: 'DECISION' }
  expect(await nodes(author)).toMatchObject([
    { ...decided, decision: { action: 'WARN', isReversed: false } },
  ])
  const REVERSE = /* GraphQL */ `
    mutation ($id: ID!) { reverseDecision(input: { eventId: $id }) { userErrors { code } } }`
  await as(moderator).data(REVERSE, { id: report.decision.id })
  expect(await nodes(author)).toMatchObject([
    { kind: 'REVERSAL', decision: { action: 'WARN', isReversed: true } },
    decided,
  ])
  const other = await aReport(await aPost({ by: author }), reporter)
  await resolve(as(moderator), other, 'NONE')
  expect(await nodes(author)).toHaveLength(2)
  expect(await nodes(reporter)).toHaveLength(2)
})
