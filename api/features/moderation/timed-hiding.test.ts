import { expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { testServer } from '#api/test/servers/server.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { setHidden } from '../post/post.write.ts'

const api = await testApi()
const { as, aUser, aPost, aLike, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)
/** Two workers, whose caches answer anonymous readers. */
const workers = [await testServer({ database }), await testServer({ database })]
const asModerator = as(await aModerator(services))

const FEED = '{ feed(first: 20) { edges { node { id } } } }'

/**
 * What anonymous readers see of these posts through a worker: in the feed, the search and alone.
 */
async function seenBy(worker: (typeof workers)[number], ids: readonly string[]) {
  const browser = worker.browser()
  const send = async (query: string, variables = {}) =>
    (await (await browser.fetch('/graphql', { json: { query, variables } })).json()).data
  const { feed } = await send(FEED)
  const { search } = await send('{ search(query: "lighthouse") { nodes { id } } }')
  const { nodes } = await send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
  const lists: { id: string }[][] = [
    feed.edges.map(({ node }: { node: { id: string } }) => node),
    search.nodes,
    nodes.filter((node: object | null) => node !== null),
  ]
  return lists.map((list) => ids.filter((id) => list.some((post) => post.id === id)))
}
const seen = (ids: readonly string[]) => Promise.all(workers.map((each) => seenBy(each, ids)))
const everywhere = (ids: readonly string[]) => workers.map(() => [ids, ids, ids])

/** Suspends an author for a day, and hides their posts. */
async function suspendedAuthor() {
  const author = await aUser()
  const posts = [
    await aPost({ by: author, content: 'A lighthouse at noon' }),
    await aPost({ by: author, content: 'A lighthouse at night' }),
  ]
  const options = { suspendDays: 1, hidePosts: true }
  const suspend = async () => resolve(asModerator, await aReport(author), 'SUSPEND', options)
  return { author, posts, ids: posts.map(({ publicId }) => publicId), suspend }
}

/** Lets a suspension end soon, as if it had been made earlier. */
async function endSoon(authorId: string) {
  const until = new Date(Date.now() + 1_500)
  await database.hiddenPost.updateMany({
    where: { post: { authorId }, until: { not: null } },
    data: { until },
  })
  await database.post.updateMany({
    where: { authorId, hiddenUntil: { not: null } },
    data: { hiddenUntil: until },
  })
  return until
}

test('posts that a suspension hid come back by themselves, through every cache', async () => {
  const { author, ids, suspend } = await suspendedAuthor()
  expect(await seen(ids)).toEqual(everywhere(ids))
  await suspend()
  await expect.poll(() => seen(ids)).toEqual(everywhere([]))
  const until = await endSoon(author.id)
  // The caches are filled again, and nothing is written from here on.
  const early = await seen(ids)
  if (Date.now() < until.getTime()) expect(early).toEqual(everywhere([]))
  await expect.poll(() => seen(ids)).toEqual(everywhere(ids))
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime())
})

test('what another decision hides too stays hidden when the suspension ends', async () => {
  const { author, posts, ids, suspend } = await suspendedAuthor()
  const [first] = posts
  if (!first) throw new Error('There should be posts')
  const { report } = await resolve(asModerator, await aReport(first), 'HIDE')
  await suspend()
  await endSoon(author.id)
  const rest = ids.slice(1)
  await expect.poll(() => seen(ids)).toEqual(everywhere(rest))
  const REVERSE = `mutation ($eventId: ID!) {
    reverseDecision(input: { eventId: $eventId }) { userErrors { code } } }`
  await asModerator.data(REVERSE, { eventId: report.decision.id })
  await expect.poll(() => seen(ids)).toEqual(everywhere(ids))
})

test('of two suspensions the longer one counts, and lifting shows the posts', async () => {
  const { author, ids, suspend } = await suspendedAuthor()
  await suspend()
  await resolve(asModerator, await aReport(author), 'SUSPEND', { hidePosts: true })
  const hidden = await database.post.findMany({ where: { authorId: author.id } })
  expect(hidden.map(({ hiddenUntil }) => hiddenUntil)).toEqual([null, null])
  const LIFT = `mutation ($userId: ID!) {
    liftSuspension(input: { userId: $userId }) { userErrors { code } } }`
  await asModerator.data(LIFT, { userId: author.publicId })
  await expect.poll(() => seen(ids)).toEqual(everywhere(ids))
})

test('a suspended author deletes posts that the suspension alone hides', async () => {
  const { author, posts, ids, suspend } = await suspendedAuthor()
  const hidden = await aPost({ by: author })
  const [own, judged] = posts
  if (!own || !judged) throw new Error('There should be posts')
  await resolve(asModerator, await aReport(judged), 'HIDE')
  await setHidden(services, hidden.id, true)
  await aLike({ by: await aUser(), of: own })
  await suspend()
  const suspension = { until: null }
  const DELETE = `mutation ($postId: ID!) {
    deletePost(input: { postId: $postId }) { deletedPostId userErrors { code } } }`
  const remove = async (postId: string, by: { id: string } = author) =>
    (await as({ id: by.id, suspension }).data(DELETE, { postId })).deletePost
  const refused = { deletedPostId: null, userErrors: [{ code: 'NOT_FOUND' }] }
  expect(await remove(own.publicId, await aUser())).toEqual(refused)
  expect(await remove(own.publicId)).toEqual({ deletedPostId: ids[0], userErrors: [] })
  for (const { publicId } of [own, judged, hidden]) expect(await remove(publicId)).toEqual(refused)
  expect(await database.post.count({ where: { authorId: author.id } })).toBe(2)
})
