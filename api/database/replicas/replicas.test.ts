import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkReplicas } from '#api/ops/cli/check-replicas.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { emptyDatabase } from '#api/test/database.ts'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#api/test/postgres-15.ts'
import { type TestServer, testServer } from '#api/test/server.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { createDatabase } from '../client.ts'
import { migrate } from '../migrate.ts'
import { findDatabase, findPrimary } from '../open.ts'
import { followPrimary } from '../primary.ts'
import { followReplicas } from './replicas.ts'

const PATIENCE = 30_000
/** In milliseconds. However busy this machine is, a test is over before a replica that stands still counts as left behind. */
const PACE = { betweenLooks: 100, patience: 1_000, mostBehind: 300_000 }
const STRICT = { ...PACE, mostBehind: 1_000 }
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
  let primary: Postgres15
  let standby: Postgres15
  let direct: pg.Client
  let replica: pg.Client
  /** Two processes of the product know nothing of each other but what is in the database and what callers bring. */
  let [one, other, strict]: TestServer[] = []
  let [ann, ben]: Visitor[] = []
  let name: string

  beforeAll(async () => {
    primary = await startPostgres15(['synchronous_commit=off'])
    await migrate(primary.url)
    standby = await primary.standby()
    ;[one, other, strict] = await Promise.all([
      serverOf(),
      serverOf(),
      serverOf(standby.url, STRICT),
    ])
    ann = one.visitor()
    ben = one.visitor()
    name = (await ann.signUp()).username
    await ben.signUp()
    direct = await connect(primary)
    replica = await connect(standby)
  }, PATIENCE)
  afterAll(async () => {
    await direct?.end()
    await replica?.end().catch(() => {})
    await standby?.stop()
    await primary?.stop()
  }, PATIENCE)

  async function serverOf(replica = standby.url, pace = PACE): Promise<TestServer> {
    const database = createDatabase(primary.url)
    afterwards(() => database.$disconnect())
    return testServer({
      database,
      primary: { target: { url: primary.url, pooled: false }, pace },
      settings: { databaseReplicaUrls: [replica] },
    })
  }
  async function connect({ url }: Postgres15): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  async function ask<Data>(
    who: Visitor,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<Data> {
    const response = await who.fetch('/graphql', { json: { query, variables } })
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
    expect([response.status, errors]).toEqual([200, undefined])
    return data
  }
  async function post(who: Visitor, content: string): Promise<string> {
    return (await ask<{ createPost: { post: { id: string } } }>(who, POST, { content })).createPost
      .post.id
  }
  const profileOf = async (who: Visitor) =>
    (await ask<{ user: Profile | null }>(who, PROFILE, { name })).user
  const contents = async (who: Visitor) =>
    (await profileOf(who))?.posts.nodes.map(({ content }) => content) ?? []
  const readiness = async (of = one) => (await (await fetch(`${of?.url}/readyz`)).json()).replicas
  /** Past the product, so that nobody is told: who sees it now does not read from the replica. */
  const changeBehindTheirBacks = (content: string) =>
    direct.query(
      `UPDATE "Post" SET "content" = $1 WHERE "id" = (SELECT max("id"::text)::uuid FROM "Post")`,
      [content],
    )
  async function caughtUp() {
    const { rows } = await direct.query<{ position: string }>(
      'SELECT pg_current_wal_insert_lsn() AS "position"',
    )
    const there = () =>
      replica.query('SELECT FROM (SELECT) one WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn', [
        rows[0]?.position,
      ])
    await expect
      .poll(async () => (await there()).rowCount, { timeout: PATIENCE, interval: 10 })
      .toBe(1)
  }
  /** A browser's cookies on another of several processes. */
  function elsewhere(who: Visitor): Visitor {
    const again = other?.visitor() as Visitor
    for (const [key, value] of who.cookies) again.cookies.set(key, value)
    return again
  }

  test('it is used, and told of where one asks whether all is ready', async () => {
    await expect.poll(() => readiness(), { timeout: PATIENCE }).toEqual({ used: 1, all: 1 })
  })

  test('while it stands still, others read what it has, and a writer reads their own writes, by every process', async () => {
    const id = await post(ann as Visitor, 'Before the pause.')
    await caughtUp()
    await replica.query('SELECT pg_wal_replay_pause()')
    await ask(ann as Visitor, LIKE, { id })
    await ask(ann as Visitor, RENAME, { name: 'Ann Elsewhere' })
    const second = await post(ann as Visitor, 'During the pause.')
    const nobody = one?.visitor() as Visitor
    // What is made up in its place changes nothing.
    nobody.cookies.set('good-vibes.position', '99999999999999999999')
    await expect
      .poll(() => contents(ben as Visitor), { interval: 10 })
      .toEqual(['Before the pause.'])
    for (const who of [ben, nobody, other?.visitor()] as Visitor[]) {
      // Twice, since an operation goes the short way once it ran.
      for (let times = 0; times < 2; times++)
        expect(await contents(who)).toEqual(['Before the pause.'])
      expect(await ask(who, NODE, { id: second })).toEqual({ node: null })
      expect(await (await who.fetch(`/api/users/${name}/posts`)).json()).toHaveLength(1)
    }
    for (const who of [ann as Visitor, elsewhere(ann as Visitor)]) {
      for (let times = 0; times < 2; times++) {
        expect(await profileOf(who)).toMatchObject({
          displayName: 'Ann Elsewhere',
          posts: {
            nodes: [
              { content: 'During the pause.' },
              { content: 'Before the pause.', isLiked: true },
            ],
          },
        })
      }
      expect(await ask(who, SEARCH, { word: 'during' })).toEqual({
        search: { nodes: [{ content: 'During the pause.' }] },
      })
      expect(await ask(who, NODE, { id })).toEqual({
        node: { content: 'Before the pause.', likesCount: 1, isLiked: true },
      })
      expect(await (await who.fetch(`/api/users/${name}/posts`)).json()).toHaveLength(2)
    }
    // On the same process, whoever keeps no cookie but that of the session is known as well.
    const script = one?.visitor() as Visitor
    for (const [key, value] of ann?.cookies ?? [])
      if (!key.endsWith('.position')) script.cookies.set(key, value)
    expect(await contents(script)).toHaveLength(2)
    // A new person is found by their own name at once.
    const carl = one?.visitor() as Visitor
    const { username } = await carl.signUp()
    for (const who of [carl, elsewhere(carl)])
      expect((await who.fetch(`/api/users/${username}`)).status).toBe(200)
    expect((await nobody.fetch(`/api/users/${username}`)).status).toBe(404)
  })

  test('left behind for long, it is not read from; when it has caught up, it is, by those who wrote as well', async () => {
    await expect.poll(() => readiness(strict), { timeout: PATIENCE }).toEqual({ used: 0, all: 1 })
    expect(await readiness()).toEqual({ used: 1, all: 1 })
    expect(await contents(strict?.visitor() as Visitor)).toEqual([
      'During the pause.',
      'Before the pause.',
    ])
    await replica.query('SELECT pg_wal_replay_resume()')
    await expect.poll(() => readiness(strict), { timeout: PATIENCE }).toEqual({ used: 1, all: 1 })
    await post(ann as Visitor, 'After the pause.')
    await caughtUp()
    await replica.query('SELECT pg_wal_replay_pause()')
    await changeBehindTheirBacks('Changed by nobody.')
    // What she wrote is there, so she reads there again.
    await expect
      .poll(() => contents(ann as Visitor), { interval: 10 })
      .toContain('After the pause.')
    await replica.query('SELECT pg_wal_replay_resume()')
    await expect
      .poll(() => contents(ann as Visitor), { timeout: PATIENCE })
      .toContain('Changed by nobody.')
  })

  test('killed, it costs nobody an answer, and is left out at once; started again, it is taken back', async () => {
    await expect.poll(() => readiness(), { timeout: PATIENCE }).toEqual({ used: 1, all: 1 })
    standby.kill()
    const began = performance.now()
    while (performance.now() - began < 1_000) expect(await contents(ben as Visitor)).toHaveLength(3)
    expect(await readiness()).toEqual({ used: 0, all: 1 })
    await standby.start()
    await expect.poll(() => readiness(), { timeout: PATIENCE }).toEqual({ used: 1, all: 1 })
    expect(one?.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('silent, it is left out within two seconds, and those who wait for it are answered', async () => {
    const proxy = await tcpProxy(standby.url)
    afterwards(proxy.close)
    const server = await serverOf(proxy.url)
    const nobody = server.visitor()
    const replicas = async () => (await (await fetch(`${server.url}/readyz`)).json()).replicas
    await expect.poll(replicas, { timeout: PATIENCE }).toEqual({ used: 1, all: 1 })
    expect(await contents(nobody)).toHaveLength(3)
    proxy.silence()
    const began = performance.now()
    expect(await contents(nobody)).toHaveLength(3)
    await expect.poll(replicas, { timeout: PATIENCE, interval: 10 }).toEqual({ used: 0, all: 1 })
    // Much sooner than a statement is given up, however busy this machine is.
    expect(performance.now() - began).toBeLessThan(5_000)
    proxy.pass()
    await expect.poll(replicas, { timeout: PATIENCE }).toEqual({ used: 1, all: 1 })
  })

  test('what is no replica of the database is not read from', async () => {
    const database = createDatabase(primary.url)
    afterwards(() => database.$disconnect())
    const settings = { databaseReplicaUrls: [primary.url, await emptyDatabase()] }
    const server = await testServer({
      database,
      primary: { target: { url: primary.url, pooled: false }, pace: PACE },
      settings,
    })
    const problems = server.logged.map((line) => JSON.parse(line).problem).filter(Boolean)
    expect(problems).toEqual(['is no replica', 'belongs to another database'])
    // That the primary is named among them is nothing to mend.
    expect(await readiness(server)).toEqual({ used: 0, all: 1 })
    const found = await checkReplicas({ url: primary.url, pooled: false, directUrl: primary.url }, [
      ...settings.databaseReplicaUrls,
      standby.url,
    ])
    expect(found.map(({ isWell, sentence }) => [isWell, sentence.replace(/^\S+ /, '')])).toEqual([
      [true, 'is the database itself, and not read from as a replica unless it follows another.'],
      [false, 'belongs to another database: correct DATABASE_REPLICA_URL.'],
      [
        true,
        expect.stringMatching(
          /^(follows the database, .+ behind|has all that the database has)\.$/,
        ),
      ],
    ])
    await expect(findPrimary(settings.databaseReplicaUrls)).rejects.toThrow(
      / are not copies of each other: name one of them\.$/,
    )
  })

  test('nothing is read from it while a new primary has not told where it is, and after that not before it has something new', async () => {
    const proxy = await tcpProxy(primary.url)
    afterwards(proxy.close)
    const database = createDatabase(primary.url)
    afterwards(() => database.$disconnect())
    const way = { url: primary.url, pooled: false }
    const log = pino({ level: 'silent' })
    const pace = { ...PACE, betweenLooks: 10 }
    const { at, counts, stop } = await followReplicas({
      urls: [standby.url],
      primary: way,
      database,
      maxConnections: 1,
      log,
      make: () => true,
      pace,
    })
    afterwards(stop)
    await expect.poll(() => at(0), { timeout: PATIENCE }).toBe(true)
    proxy.cut()
    way.url = proxy.url
    // It is looked for a few times in vain.
    for (let times = 0; times < 3; times++) await proxy.refused()
    expect(at(0)).toBeNull()
    proxy.pass()
    await expect.poll(counts, { timeout: PATIENCE, interval: 5 }).toEqual({ used: 0, all: 1 })
    await changeBehindTheirBacks('Something new.')
    await expect.poll(() => at(0), { timeout: PATIENCE }).toBe(true)
  })

  test('of a former primary and the one that was promoted, the latter is written to', async () => {
    const both = { databaseUrls: [primary.url, standby.url], databaseDirectUrls: [] }
    const before = await findDatabase(both)
    expect(before.url).toBe(primary.url)
    const { target, stop } = followPrimary(both, before, pino({ level: 'silent' }))
    afterwards(stop)
    await standby.promote()
    await expect.poll(() => target.url, { timeout: PATIENCE }).toBe(standby.url)
    expect((await findDatabase(both)).url).toBe(standby.url)
  })
})
