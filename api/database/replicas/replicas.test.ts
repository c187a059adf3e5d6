import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres15 } from '#api/test/database/postgres-15.ts'
import {
  IMPATIENT,
  type Replication,
  replicaCounts,
  STRICT,
  startReplication,
} from '#api/test/database/replication.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import type { TestServer } from '#api/test/servers/server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'

const POST =
  'mutation ($content: String!) { createPost(input: { content: $content }) { post { id } userErrors { message } } }'
const LIKE = 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount } } }'
const RENAME =
  'mutation ($name: String!) { updateProfile(input: { displayName: $name }) { user { displayName } } }'
const PROFILE =
  'query ($name: String!) { user(username: $name) { displayName posts(first: 50) { nodes { id content isLiked } } } }'
const SEARCH = 'query ($word: String!) { search(query: $word) { nodes { content } } }'
const NODE = 'query ($id: ID!) { node(id: $id) { ... on Post { content likesCount isLiked } } }'

interface Profile {
  displayName: string
  posts: { nodes: { id: string; content: string; isLiked: boolean }[] }
}

describe.skipIf(!hasPostgres15())('with a streaming replica', () => {
  let replication: Replication
  /** Two processes share nothing but the database and the visitors' cookies. */
  let [one, other, strict]: TestServer[] = []
  let [ann, ben]: TestBrowser[] = []
  let name: string

  beforeAll(async () => {
    replication = await startReplication()
    const { serverOf, standby } = replication
    ;[one, other, strict] = await Promise.all([
      serverOf(),
      serverOf(),
      serverOf(standby.url, STRICT),
    ])
    ann = one.browser()
    ben = one.browser()
    name = (await ann.signUp()).username
    await ben.signUp()
  })
  afterAll(() => replication?.stop())

  async function send<Data>(
    visitor: TestBrowser,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<Data> {
    const response = await visitor.fetch('/graphql', { json: { query, variables } })
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
    expect([response.status, errors]).toEqual([200, undefined])
    return data
  }
  async function post(visitor: TestBrowser, content: string): Promise<string> {
    return (await send<{ createPost: { post: { id: string } } }>(visitor, POST, { content }))
      .createPost.post.id
  }
  const profileOf = async (visitor: TestBrowser) =>
    (await send<{ user: Profile | null }>(visitor, PROFILE, { name })).user
  const contents = async (visitor: TestBrowser) =>
    (await profileOf(visitor))?.posts.nodes.map(({ content }) => content) ?? []
  const countsOf = (server = one) => replicaCounts(server as TestServer)
  /** A visitor of the other process with the same cookies. */
  function onOtherProcess(visitor: TestBrowser): TestBrowser {
    const copy = other?.browser() as TestBrowser
    copy.copyCookies(visitor)
    return copy
  }

  test('requests read from it, and readiness reports it', async () => {
    await expect.poll(() => countsOf()).toEqual({ used: 1, all: 1 })
  })

  test('while it is paused, writers read their own writes from every process, and others read the replica', async () => {
    const { caughtUp, replica } = replication
    const id = await post(ann as TestBrowser, 'Before the pause.')
    await caughtUp()
    await replica.query('SELECT pg_wal_replay_pause()')
    await send(ann as TestBrowser, LIKE, { id })
    await send(ann as TestBrowser, RENAME, { name: 'Ann Elsewhere' })
    const second = await post(ann as TestBrowser, 'During the pause.')
    const anonymous = one?.browser() as TestBrowser
    // A forged position has no effect.
    anonymous.copyCookies({
      cookies: new Map([['good-vibes.position', '99999999999999999999']]),
    })
    await expect
      .poll(() => contents(ben as TestBrowser), { interval: 10 })
      .toEqual(['Before the pause.'])
    for (const visitor of [ben, anonymous, other?.browser()] as TestBrowser[]) {
      // Twice, because the fast path serves an operation from its second request on.
      for (let times = 0; times < 2; times++)
        expect(await contents(visitor)).toEqual(['Before the pause.'])
      expect(await send(visitor, NODE, { id: second })).toEqual({ node: null })
      expect(await (await visitor.fetch(`/api/users/${name}/posts`)).json()).toHaveLength(1)
    }
    for (const visitor of [ann as TestBrowser, onOtherProcess(ann as TestBrowser)]) {
      for (let times = 0; times < 2; times++) {
        expect(await profileOf(visitor)).toMatchObject({
          displayName: 'Ann Elsewhere',
          posts: {
            nodes: [
              { content: 'During the pause.' },
              { content: 'Before the pause.', isLiked: true },
            ],
          },
        })
      }
      expect(await send(visitor, SEARCH, { word: 'during' })).toEqual({
        search: { nodes: [{ content: 'During the pause.' }] },
      })
      expect(await send(visitor, NODE, { id })).toEqual({
        node: { content: 'Before the pause.', likesCount: 1, isLiked: true },
      })
      expect(await (await visitor.fetch(`/api/users/${name}/posts`)).json()).toHaveLength(2)
    }
    // The same process also remembers a writer whose client keeps only the session cookie.
    const script = one?.browser() as TestBrowser
    for (const [key, value] of ann?.cookies ?? [])
      if (!key.endsWith('.position')) script.cookies.set(key, value)
    expect(await contents(script)).toHaveLength(2)
    // A new account sees its own profile at once.
    const carl = one?.browser() as TestBrowser
    const { username } = await carl.signUp()
    for (const visitor of [carl, onOtherProcess(carl)])
      expect((await visitor.fetch(`/api/users/${username}`)).status).toBe(200)
    expect((await anonymous.fetch(`/api/users/${username}`)).status).toBe(404)
  })

  test('too far behind, it is excluded; when it has caught up, writers read from it as well', async () => {
    const { caughtUp, changeNewestPost, replica } = replication
    await expect.poll(() => countsOf(strict)).toEqual({ used: 0, all: 1 })
    expect(await countsOf()).toEqual({ used: 1, all: 1 })
    expect(await contents(strict?.browser() as TestBrowser)).toEqual([
      'During the pause.',
      'Before the pause.',
    ])
    await replica.query('SELECT pg_wal_replay_resume()')
    await expect.poll(() => countsOf(strict)).toEqual({ used: 1, all: 1 })
    await post(ann as TestBrowser, 'After the pause.')
    await caughtUp()
    await replica.query('SELECT pg_wal_replay_pause()')
    await changeNewestPost('Changed silently.')
    // The replica has her last write, so she reads from the replica.
    await expect
      .poll(() => contents(ann as TestBrowser), { interval: 10 })
      .toContain('After the pause.')
    await replica.query('SELECT pg_wal_replay_resume()')
    await expect.poll(() => contents(ann as TestBrowser)).toContain('Changed silently.')
  })

  test('killed, it is excluded at once and no request fails; restarted, it is used again', async () => {
    const { standby } = replication
    await expect.poll(() => countsOf()).toEqual({ used: 1, all: 1 })
    standby.kill()
    for (let reads = 0; reads < 20; reads++)
      expect(await contents(ben as TestBrowser)).toHaveLength(3)
    await expect.poll(() => countsOf()).toEqual({ used: 0, all: 1 })
    expect(await contents(ben as TestBrowser)).toHaveLength(3)
    await standby.start()
    await expect.poll(() => countsOf()).toEqual({ used: 1, all: 1 })
    expect(one?.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('silent, it is excluded before a statement times out, and pending requests get a response', async () => {
    const { serverOf, standby } = replication
    const proxy = await tcpProxy(standby.url)
    registerCleanup(proxy.close)
    const server = await serverOf(proxy.url, IMPATIENT)
    const anonymous = server.browser()
    const counts = () => countsOf(server)
    await expect.poll(counts).toEqual({ used: 1, all: 1 })
    expect(await contents(anonymous)).toHaveLength(3)
    server.logLines.length = 0
    proxy.blackhole()
    expect(await contents(anonymous)).toHaveLength(3)
    await expect.poll(counts, { interval: 10 }).toEqual({ used: 0, all: 1 })
    // The probe closed the connections. A timed-out statement would give another reason.
    const problems = server.logLines.map((line) => JSON.parse(line).problem).filter(Boolean)
    expect(problems).toEqual(['does not answer: Connection terminated unexpectedly'])
    proxy.forward()
    await expect.poll(counts).toEqual({ used: 1, all: 1 })
  })

  test('while the primary is gone, visitors read from it, also the newest page', async () => {
    const { primary } = replication
    await expect.poll(() => countsOf()).toEqual({ used: 1, all: 1 })
    const anonymous = one?.browser() as TestBrowser
    const feed = async () =>
      (
        await send<{ feed: { nodes: { content: string }[] } }>(
          anonymous,
          '{ feed(first: 20) { nodes { content } } }',
          {},
        )
      ).feed.nodes
    const before = await feed()
    expect(before).toHaveLength(3)
    await primary.stop()
    for (let times = 0; times < 3; times++) {
      expect(await feed()).toEqual(before)
      expect(await (await anonymous.fetch('/api/posts')).json()).toHaveLength(3)
      expect(await contents(anonymous)).toHaveLength(3)
      const { search } = await send<{ search: { nodes: unknown[] } }>(anonymous, SEARCH, {
        word: 'pause',
      })
      // One of them is found by the text from before it was changed silently.
      expect(search.nodes).toHaveLength(3)
    }
    const status = async (path: string) => (await anonymous.fetch(path)).status
    await expect.poll(() => status('/readyz')).toBe(503)
    expect(await status('/readyz?for=reads')).toBe(200)
  })
})
