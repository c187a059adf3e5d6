import { expect, test } from 'vitest'
import { DEMO_USER_UUID, toPublicId } from '#api/lib/ids.ts'
import { APPEAL, moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { demoUser } from '#rules/demo-user.ts'
import { resetDemoUser } from '../../../demo/seed-demo-user.ts'
import { setHidden } from '../post/post.write.ts'

const api = await testApi()
const { as, anonymous, aUser, aPost, theDemoUser, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)
const moderator = await aModerator(services)
const asModerator = as(moderator)

const REVERSE = /* GraphQL */ `
  mutation ($eventId: ID!) {
    reverseDecision(input: { eventId: $eventId }) { event { isReversed } userErrors { code } }
  }`

const UNHIDE = /* GraphQL */ `
  mutation ($subjectId: ID!) {
    unhideContent(input: { subjectId: $subjectId }) { userErrors { code message } }
  }`

test('hiding the profile of the demo user leaves its names', async () => {
  await theDemoUser()
  const subject = { publicId: demoUser.id }
  const { report } = await resolve(asModerator, await aReport(subject), 'HIDE')
  const read = '{ user(username: "demouser") { displayName bio } }'
  expect((await anonymous.data(read)).user).toEqual({
    displayName: demoUser.displayName,
    bio: null,
  })
  // One that an earlier version renamed gets its name back.
  const where = { id: DEMO_USER_UUID }
  await database.user.update({ where, data: { displayName: demoUser.username } })
  await resetDemoUser(services)
  expect((await anonymous.data(read)).user).toMatchObject({ displayName: demoUser.displayName })
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  expect((await anonymous.data(read)).user).toMatchObject({ displayName: demoUser.displayName })
})

test('an author never learns of a decision that did nothing, also when it is taken back', async () => {
  const author = await aUser()
  const { report } = await resolve(asModerator, await aReport(await aPost({ by: author })), 'NONE')
  const taken = await asModerator.data(REVERSE, { eventId: report.decision.id })
  expect(taken.reverseDecision).toEqual({ event: { isReversed: true }, userErrors: [] })
  const { viewer } = await as(author).data('{ viewer { notifications { nodes { id } } } }')
  expect(viewer.notifications.nodes).toEqual([])
})

test('the member who appealed gets no decision where moderators get one', async () => {
  const author = await aUser()
  const { report } = await resolve(asModerator, await aReport(author), 'WARN')
  const eventId = report.decision.id
  expect((await as(author).data(APPEAL, { eventId })).appealDecision.userErrors).toEqual([])
  const read = '{ viewer { decisions { nodes { appeal { text decision { id } } } } } }'
  expect((await as(author).data(read)).viewer.decisions.nodes).toEqual([
    { appeal: { text: 'It was a joke', decision: null } },
  ])
})

test('moderators see reported content of someone who blocked them, with its author', async () => {
  const author = await aUser()
  const post = await aPost({ by: author })
  await aReport(post)
  const ids = { blockerId: author.id, blockedId: moderator.id }
  await database.block.create({ data: { id: services.ids.next(), ...ids } })
  const { moderationQueue } = await asModerator.data(/* GraphQL */ `
    { moderationQueue { nodes { subject { ... on Post { id author { id followersCount } } } } } }`)
  expect(moderationQueue.nodes.map(({ subject }: { subject: unknown }) => subject)).toContainEqual({
    id: post.publicId,
    author: { id: author.publicId, followersCount: 0 },
  })
})

test('a share that its owner took back while it was hidden stays taken back', async () => {
  const [owner, post] = [await aUser(), await aPost({ by: await aUser() })]
  const id = services.ids.next()
  await database.feedEvent.create({
    data: { id, kind: 'SHARE', actorId: owner.id, postId: post.id, comment: 'Regretted' },
  })
  const share = { publicId: toPublicId('Share', id) }
  const { report } = await resolve(asModerator, await aReport(share), 'HIDE')
  const unshare = 'mutation ($id: ID!) { unsharePost(input: { postId: $id }) { post { id } } }'
  await as(owner).data(unshare, { id: post.publicId })
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  const { node } = await anonymous.data(
    'query ($id: ID!) { node(id: $id) { ... on Post { sharesCount shares { nodes { id } } } } }',
    { id: post.publicId },
  )
  expect(node).toEqual({ sharesCount: 0, shares: { nodes: [] } })
})

test('what no decision hides is not unhidden, also by the operator; an unknown id is not found', async () => {
  const [author, sender] = [await aUser(), await aUser()]
  const [post, operators] = [await aPost({ by: author }), await aPost({ by: author })]
  await setHidden(services, operators.id, true)
  const [share, thanks] = [services.ids.next(), services.ids.next()]
  const ofPost = { actorId: sender.id, postId: post.id }
  await database.feedEvent.create({ data: { id: share, kind: 'SHARE', ...ofPost } })
  await database.thanks.create({
    data: { id: thanks, senderId: sender.id, postId: post.id, text: 'Lovely' },
  })
  const unhide = async (subjectId: string) => {
    const { unhideContent } = await asModerator.data(UNHIDE, { subjectId })
    return [subjectId, unhideContent.userErrors]
  }
  const existing = [toPublicId('Share', share), toPublicId('Thanks', thanks)]
  for (const id of [post.publicId, operators.publicId, author.publicId, ...existing])
    expect(await unhide(id)).toEqual([
      id,
      [{ code: 'CONFLICT', message: 'No moderator decision hides that.' }],
    ])
  const types = ['Post', 'Share', 'User', 'Thanks', 'Report'] as const
  const unknown = types.map((type) => toPublicId(type, services.ids.next()))
  for (const id of ['nonsense', ...unknown, toPublicId('Share', post.id)])
    expect(await unhide(id)).toEqual([
      id,
      [{ code: 'NOT_FOUND', message: 'That no longer exists.' }],
    ])
})

test('a moderator who reported something learns neither who decided nor who decided again', async () => {
  const reporter = await aModerator(services)
  const subject = await aPost({ by: await aUser() })
  const { report } = await resolve(asModerator, await aReport(subject, reporter), 'HIDE')
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  const read = '{ moderationLog(first: 2) { nodes { kind moderator { id } } } }'
  expect((await as(reporter).data(read)).moderationLog.nodes).toEqual([
    { kind: 'REVERSAL', moderator: null },
    { kind: 'DECISION', moderator: null },
  ])
})
