import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { pageOperations } from '#api/test/servers/page-operations.ts'
import { testServer } from '#api/test/servers/server.ts'

const page = (name: string) =>
  `<!doctype html><title>${name}</title><body><div id="root"></div></body>`
const client = builtClient({
  'landing.html': page('landing'),
  'app.html': page('app'),
  'sign-in.html': page('sign-in'),
  'csp.json': JSON.stringify({ scripts: [], styles: [] }),
  'page-operations.json': pageOperations({
    Viewer:
      'query Viewer($demoUser: ID!, $isDemo: Boolean!) { viewer { username } user(id: $demoUser) @include(if: $isDemo) { id } }',
    Feed: 'query Feed($after: String) { feed(first: 20, after: $after) { edges { node { content isLiked } } } }',
    FollowingFeed:
      'query FollowingFeed($after: String) { feed(scope: FOLLOWING, first: 20, after: $after) { edges { share { comment } node { content isLiked } } } }',
    Explore:
      'query Explore($query: String!, $after: String) { search(query: $query, after: $after) { edges { node { content } } } }',
    Profile: `query Profile($isOwn: Boolean!, $id: ID, $username: String) {
      viewer @include(if: $isOwn) { username email }
      user(id: $id, username: $username) @skip(if: $isOwn) { username email }
    }`,
  }),
})

const server = await testServer({ client, limits: createLimits() })
const anonymous = server.browser()
const [ann, bob] = [server.browser(), server.browser()]
await ann.signUp({ username: 'ann', email: 'ann@example.com' })
await bob.signUp({ username: 'bob' })
const WORDS = `Kind words </script><script>alert(1)</script> <!-- <script> \u2028 ]]> "&amp;"`
const post = await (await ann.fetch('/api/posts', { json: { content: WORDS } })).json()
await ann.fetch(`/api/posts/${post.id}/like`, { json: {} })

const ELEMENT = /<script type="application\/json" id="preloaded-data">(.*?)<\/script>/s

async function pageAt(path: string, visitor: TestBrowser, feedCookie?: string) {
  const { port } = new URL(server.url)
  const name = `good-vibes-${port}.feed`
  if (feedCookie) visitor.cookies.set(name, feedCookie)
  const response = await visitor.fetch(path)
  visitor.cookies.delete(name)
  const html = await response.text()
  const json = ELEMENT.exec(html)?.[1]
  const results: { name: string; variables: object; data: object }[] | null =
    json === undefined ? null : JSON.parse(json)
  return {
    html,
    results,
    status: response.status,
    cache: response.headers.get('cache-control'),
    policy: response.headers,
  }
}

test('the feed page contains the data of its queries for the caller', async () => {
  for (const [visitor, username, isLiked] of [
    [ann, 'ann', true],
    [bob, 'bob', false],
  ] as const) {
    const { results, cache } = await pageAt('/', visitor)
    expect(cache).toBe('private, no-store')
    expect(results).toEqual([
      {
        name: 'Viewer',
        variables: { demoUser: 'demo-user', isDemo: false },
        data: { viewer: { username } },
      },
      {
        name: 'Feed',
        variables: {},
        data: { feed: { edges: [{ node: { content: WORDS, isLiked } }] } },
      },
    ])
  }
})

test('the feed page contains the tab of the URL, else the last choice of a cookie', async () => {
  const tabOf = async (path: string, feedCookie?: string) => {
    const { results, cache } = await pageAt(path, ann, feedCookie)
    expect(cache).toBe('private, no-store')
    return results?.[1]
  }
  const everyone = { name: 'Feed', variables: {} }
  const following = {
    name: 'FollowingFeed',
    variables: {},
    data: { feed: { edges: [{ share: null, node: { content: WORDS, isLiked: true } }] } },
  }
  expect(await tabOf('/?feed=following')).toEqual(following)
  expect(await tabOf('/', 'following')).toEqual(following)
  expect(await tabOf('/?feed=everyone', 'following')).toMatchObject(everyone)
  expect(await tabOf('/', 'everyone')).toMatchObject(everyone)
  expect(await tabOf('/')).toMatchObject(everyone)
  expect(await tabOf('/?feed=nothing', 'following')).toMatchObject(everyone)
})

test('a visitor gets the landing page, whatever the cookie says', async () => {
  const visitor = await pageAt('/', anonymous, 'following')
  expect([visitor.html.includes('<title>landing'), visitor.results]).toEqual([true, null])
})

test('attack 41: no text can close or execute the data element', async () => {
  const { html, policy } = await pageAt('/', ann)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<\/script/g)).toHaveLength(1)
  expect(html).not.toContain('<!--')
  expect(policy.get('content-security-policy')).toContain("script-src 'self';")
})

test('profile and search pages contain data, with private fields for their owner only', async () => {
  const queryResult = async (path: string, visitor: TestBrowser) =>
    (await pageAt(path, visitor)).results?.[1]
  const profile = {
    name: 'Profile',
    variables: { isOwn: false, isReplies: false, username: 'ann' },
  }
  expect(await queryResult('/profile/ann', ann)).toEqual({
    ...profile,
    data: { user: { username: 'ann', email: 'ann@example.com' } },
  })
  for (const visitor of [bob, anonymous])
    expect(await queryResult('/profile/ann', visitor)).toEqual({
      ...profile,
      data: { user: { username: 'ann', email: null } },
    })
  expect(await queryResult('/profile', bob)).toMatchObject({
    variables: { isOwn: true },
    data: { viewer: { username: 'bob' } },
  })
  expect(await queryResult('/explore?q=%20kind%20%20words', anonymous)).toEqual({
    name: 'Explore',
    variables: { query: 'kind words' },
    data: { search: { edges: [{ node: { content: WORDS } }] } },
  })
})

test('a page without data of its own says that its caller is a visitor, and can be revalidated', async () => {
  const visitor = {
    name: 'Viewer',
    variables: { demoUser: 'demo-user', isDemo: false },
    data: { viewer: null },
  }
  for (const path of ['/explore', '/explore?q=', '/explore?q=a&q=b', '/nothing']) {
    expect([path, (await pageAt(path, anonymous)).results]).toEqual([path, [visitor]])
    expect((await pageAt(path, ann)).results).toEqual([
      { ...visitor, data: { viewer: { username: 'ann' } } },
    ])
  }
  expect((await pageAt('/', anonymous)).results).toBeNull()
  expect((await pageAt('/explore', anonymous)).cache).toBe('no-cache')
  expect((await pageAt('/explore?q=sun', anonymous)).cache).toBe('private, no-store')
})

test('an unknown profile is 404 with data for the client', async () => {
  const { status, results } = await pageAt('/profile/unknown_user', bob)
  expect([status, results?.[1]?.data]).toEqual([404, { user: null }])
})

test('a search over the rate limit leaves the error to the client', async () => {
  const stranger = server.browser()
  let results = (await pageAt('/explore?q=sun', stranger)).results
  for (let count = 0; count < 60 && results?.length === 2; count++)
    results = (await pageAt('/explore?q=sun', stranger)).results
  expect(results).toEqual([expect.objectContaining({ name: 'Viewer' })])
})
