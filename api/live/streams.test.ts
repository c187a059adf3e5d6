import { expect, test, vi } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { type EventStream, subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { streamLimits } from './stream-limits.ts'

const { database } = await testDatabase()
const server = await testServer({ database, settings: { trustProxy: 1 } })
const otherServer = await testServer({ database })
const { aUser, aPost } = seeds(server.services)

const FEED_UPDATED = 'subscription Feed { feedUpdated { newestId } }'
const FOLLOWED = 'subscription { followed { username } }'
const REPLY_CREATED = 'subscription ($id: ID!) { replyCreated(postId: $id) { content } }'

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`

const open = (browser: TestBrowser, query = FEED_UPDATED, address = newAddress()) =>
  subscribe(browser, { query, headers: { 'x-forwarded-for': address } })

async function signedUp() {
  const browser = server.browser()
  const account = await browser.signUp()
  return { ...account, browser, uuid: uuidOf(account.id) }
}

/** The same session through another worker. */
function elsewhere(browser: TestBrowser): TestBrowser {
  const other = otherServer.browser()
  other.copyCookies(browser)
  return other
}

async function expectEnd(stream: EventStream, end: () => Promise<unknown>) {
  await end()
  expect(await stream.ended).toBe('complete')
}

test('attack 18: a stream ends when its session is signed out through another worker', async () => {
  const { browser } = await signedUp()
  const stream = await open(browser)
  await stream.next()
  await expectEnd(stream, () =>
    elsewhere(browser).fetch('/api/auth/sign-out', { method: 'POST', json: {} }),
  )
})

test('attack 18: a new password ends the streams of all other sessions', async () => {
  const { browser, email, password } = await signedUp()
  const other = server.browser()
  await other.fetch('/api/auth/sign-in/email', { json: { email, password } })
  const stream = await open(other)
  await stream.next()
  await expectEnd(stream, async () => {
    const json = {
      currentPassword: password,
      newPassword: 'rainy day 2',
      revokeOtherSessions: true,
    }
    const { status } = await browser.fetch('/api/auth/change-password', { json })
    expect(status).toBe(204)
  })
})

test('attack 18: a stream ends when an operator disables the account', async () => {
  const { browser, uuid } = await signedUp()
  const stream = await open(browser)
  await stream.next()
  await expectEnd(stream, () =>
    database.user.update({ where: { id: uuid }, data: { disabledAt: new Date() } }),
  )
})

test('attack 18: another site, or a session that has ended, opens no stream', async () => {
  const { browser } = await signedUp()
  for (const headers of [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const post = await subscribe(browser, { query: FEED_UPDATED, headers })
    expect(post.response.status).toBe(403)
    const get = await browser.fetch(`/graphql?query=${encodeURIComponent(FEED_UPDATED)}`, {
      headers: { accept: 'text/event-stream', ...headers },
    })
    expect(get.status).toBe(403)
  }
  const former = elsewhere(browser)
  await browser.fetch('/api/auth/sign-out', { method: 'POST', json: {} })
  expect((await subscribe(former, { query: FOLLOWED })).response.status).toBe(401)
})

test('signed out there are streams of posts and of the feed of everyone, and no others', async () => {
  const { publicId: id } = await aPost({ by: await aUser() })
  const statusOf = async (field: string) => {
    const { response } = await open(server.browser(), `subscription { ${field} }`)
    return response.status
  }
  for (const field of [
    'feedUpdated { newestId }',
    'postCreated { id }',
    `postUpdated(ids: ["${id}"]) { id }`,
    `live(postIds: ["${id}"]) { __typename }`,
  ])
    expect(await statusOf(field), field).toBe(200)
  for (const field of [
    'feedUpdated(scope: FOLLOWING) { newestId }',
    'postCreated(scope: FOLLOWING) { id }',
    'live(scope: FOLLOWING) { __typename }',
    `replyCreated(postId: "${id}") { id }`,
    'followed { id }',
    'notificationsUpdated { id }',
  ])
    expect(await statusOf(field), field).toBe(401)
})

test('a subscription by GET runs, and a mutation does not', async () => {
  const get = (query: string) =>
    server.browser().fetch(`/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: 'text/event-stream' },
    })
  const stream = await get(FEED_UPDATED)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('cache-control')).toBe('private, no-store')
  await stream.body?.cancel()
  const mutation = await get(
    'mutation { likePost(input: { postId: "x" }) { userErrors { code } } }',
  )
  expect(mutation.status).toBe(405)
})

test('the stream of a thread goes on after a block, without the other’s replies', async () => {
  const { browser, id } = await signedUp()
  const { browser: author } = await signedUp()
  const { browser: other } = await signedUp()
  const create = async (input: string, by = author) => {
    const query = `mutation { createPost(input: { ${input} }) { post { id } } }`
    const { body } = await execute(by, query)
    return (body.data.createPost as { post: { id: string } }).post.id
  }
  const postId = await create('content: "A thread"', other)
  const stream = await subscribe(browser, { query: REPLY_CREATED, variables: { id: postId } })
  await create(`content: "A reply", inReplyToId: "${postId}"`)
  expect((await stream.next()).data.replyCreated).toEqual({ content: 'A reply' })
  await execute(author, `mutation { blockUser(input: { userId: "${id}" }) { user { id } } }`)
  await create(`content: "A hidden reply", inReplyToId: "${postId}"`)
  await create(`content: "Another reply", inReplyToId: "${postId}"`, other)
  expect((await stream.next()).data.replyCreated).toEqual({ content: 'Another reply' })
})

test('a new follower arrives, also through another worker', async () => {
  const { browser, id } = await signedUp()
  const follower = await signedUp()
  const stream = await open(browser, FOLLOWED)
  await execute(
    elsewhere(follower.browser),
    `mutation { followUser(input: { userId: "${id}" }) { user { id } } }`,
  )
  expect((await stream.next()).data.followed).toEqual({ username: follower.username })
})

test('an account has 10 streams, and a closed one makes room', async () => {
  const { browser } = await signedUp()
  const streams = []
  for (let count = 0; count < streamLimits.perAccount; count++) streams.push(await open(browser))
  const { response } = await open(browser)
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  streams[0]?.close()
  await expect.poll(async () => (await open(browser)).response.status).toBe(200)
})

test('an address has 20 streams', async () => {
  const address = newAddress()
  for (let count = 0; count < streamLimits.perAddress; count++)
    expect((await open(server.browser(), FEED_UPDATED, address)).response.status).toBe(200)
  expect((await open(server.browser(), FEED_UPDATED, address)).response.status).toBe(503)
  expect((await open(server.browser())).response.status).toBe(200)
})

test('a caller who disconnects while a stream opens leaves none', async () => {
  const { streams } = server.services
  const openStream = streams.open.bind(streams)
  const begun = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof openStream>>>()
  vi.spyOn(streams, 'open').mockImplementationOnce(async (caller) => {
    begun.resolve()
    await gone.promise
    const stream = await openStream(caller)
    opened.resolve(stream)
    return stream
  })
  const disconnect = new AbortController()
  server.http.once('request', (_req, res) => res.once('close', gone.resolve))
  const request = server.browser().fetch('/graphql', {
    json: { query: FEED_UPDATED },
    headers: { accept: 'text/event-stream' },
    signal: disconnect.signal,
  })
  await begun.promise
  disconnect.abort()
  await expect(request).rejects.toThrow()
  const stream = await opened.promise
  await expect.poll(() => stream.hasEnded).toBe(true)
})

test('a quiet stream has comment lines', async () => {
  const stream = await open(server.browser())
  await stream.next()
  // Yoga sends them every 12 seconds, and faster in tests.
  await expect.poll(() => stream.comments).toBeGreaterThan(2)
})

test('the guards of cost and shape apply, and the fast path passes subscriptions on', async () => {
  const { id } = await aUser()
  const post = await aPost({ by: { id } })
  const variables = { ids: Array.from({ length: 100 }, () => post.publicId) }
  const likers = 'likedBy(first: 100) { nodes { id username } }'
  for (const field of [
    `postUpdated(ids: $ids) { ${likers} }`,
    `live(postIds: $ids) { ... on Post { ${likers} } }`,
  ]) {
    const query = `subscription ($ids: [ID!]!) { ${field} }`
    const rejected = await subscribe(server.browser(), { query, variables })
    expect(rejected.response.status).toBe(400)
  }
  const aliases = Array.from({ length: 20 }, (_, index) => `a${index}: newestId`).join(' ')
  const wide = await subscribe(server.browser(), {
    query: `subscription { feedUpdated { ${aliases} } }`,
  })
  expect(JSON.stringify(await wide.next())).toContain('Aliases limit')
  // The third request of a query would come from the fast path.
  for (let time = 0; time < 3; time++) {
    const stream = await open(server.browser())
    expect((await stream.next()).data.feedUpdated.newestId).toBe(post.publicId)
  }
})

test('closing ends every stream at once, and opens no more', async () => {
  const closing = await testServer({ database })
  const stream = await subscribe(closing.browser(), { query: FEED_UPDATED })
  await stream.next()
  closing.services.streams.close()
  expect(await stream.ended).toBe('complete')
  expect((await subscribe(closing.browser(), { query: FEED_UPDATED })).response.status).toBe(503)
})
