import { expect, test } from 'vitest'
import { DEMO_USER_UUID, toPublicId } from '#api/lib/ids.ts'
import { APPEAL, moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { demoUser } from '#rules/demo-user.ts'
import { resetDemoUser } from '../../../demo/seed-demo-user.ts'

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
