import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'

const client = mkdtempSync(path.join(tmpdir(), 'good-vibes-client-'))
afterAll(() => rmSync(client, { recursive: true }))
for (const name of ['landing', 'app', 'sign-in'])
  writeFileSync(
    path.join(client, `${name}.html`),
    `<!doctype html><title>${name}</title><body><div id="root"></div></body>`,
  )
writeFileSync(path.join(client, 'csp.json'), JSON.stringify({ scripts: [], styles: [] }))
writeFileSync(
  path.join(client, 'operations.json'),
  JSON.stringify({
    Viewer:
      'query Viewer($demoUser: ID!, $isDemo: Boolean!) { viewer { username } user(id: $demoUser) @include(if: $isDemo) { id } }',
    Feed: 'query Feed($after: String) { feed(first: 20, after: $after) { edges { node { content isLiked } } } }',
    Explore:
      'query Explore($query: String!, $after: String) { search(query: $query, after: $after) { edges { node { content } } } }',
    Profile: `query Profile($isOwn: Boolean!, $id: ID, $username: String) {
      viewer @include(if: $isOwn) { username email }
      user(id: $id, username: $username) @skip(if: $isOwn) { username email }
    }`,
  }),
)

const server = await testServer({ client, limits: createLimits() })
const nobody = server.visitor()
const [ann, bob] = [server.visitor(), server.visitor()]
await ann.signUp({ username: 'ann', email: 'ann@example.com' })
await bob.signUp({ username: 'bob' })
const WORDS = `Kind words </script><script>alert(1)</script> <!-- <script> \u2028 ]]> "&amp;"`
const post = await (await ann.fetch('/api/posts', { json: { content: WORDS } })).json()
await ann.fetch(`/api/posts/${post.id}/like`, { json: {} })

const ELEMENT = /<script type="application\/json" id="first-data">(.*?)<\/script>/s

async function pageAt(path: string, visitor: Visitor) {
  const response = await visitor.fetch(path)
  const html = await response.text()
  const found = ELEMENT.exec(html)?.[1]
  const answers: { name: string; variables: object; data: object }[] | null =
    found === undefined ? null : JSON.parse(found)
  return {
    html,
    answers,
    status: response.status,
    cache: response.headers.get('cache-control'),
    policy: response.headers,
  }
}

test('the feed comes with what its client would ask for, as the caller sees it', async () => {
  for (const [visitor, username, isLiked] of [
    [ann, 'ann', true],
    [bob, 'bob', false],
  ] as const) {
    const { answers, cache } = await pageAt('/', visitor)
    expect(cache).toBe('private, no-store')
    expect(answers).toEqual([
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

test('attack 41: no text in a page’s data ends it, and it runs nothing', async () => {
  const { html, policy } = await pageAt('/', ann)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<\/script/g)).toHaveLength(1)
  expect(html).not.toContain('<!--')
  expect(policy.get('content-security-policy')).toContain("script-src 'self';")
})

test('a profile and a search come with their content, also to a visitor; what is the caller’s own is in nobody else’s', async () => {
  const seen = async (path: string, visitor: Visitor) => (await pageAt(path, visitor)).answers?.[1]
  const profile = { name: 'Profile', variables: { isOwn: false, username: 'ann' } }
  expect(await seen('/profile/ann', ann)).toEqual({
    ...profile,
    data: { user: { username: 'ann', email: 'ann@example.com' } },
  })
  for (const visitor of [bob, nobody])
    expect(await seen('/profile/ann', visitor)).toEqual({
      ...profile,
      data: { user: { username: 'ann', email: null } },
    })
  expect(await seen('/profile', bob)).toMatchObject({
    variables: { isOwn: true },
    data: { viewer: { username: 'bob' } },
  })
  expect(await seen('/explore?q=%20kind%20%20words', nobody)).toEqual({
    name: 'Explore',
    variables: { query: 'kind words' },
    data: { search: { edges: [{ node: { content: WORDS } }] } },
  })
})

test('what depends on nobody comes without data and may be asked for again', async () => {
  for (const path of ['/explore', '/explore?q=', '/explore?q=a&q=b', '/nothing', '/']) {
    expect([path, (await pageAt(path, nobody)).answers]).toEqual([path, null])
  }
  expect((await pageAt('/explore', nobody)).cache).toBe('no-cache')
  expect((await pageAt('/explore?q=sun', nobody)).cache).toBe('private, no-store')
})

test('a person who is not there is 404, with what the client tells about it', async () => {
  const { status, answers } = await pageAt('/profile/nobody_here', bob)
  expect([status, answers?.[1]?.data]).toEqual([404, { user: null }])
})

test('a search over the limit leaves the page whole and the refusal to the client', async () => {
  const stranger = server.visitor()
  let answers = (await pageAt('/explore?q=sun', stranger)).answers
  for (let count = 0; count < 60 && answers?.length === 2; count++)
    answers = (await pageAt('/explore?q=sun', stranger)).answers
  expect(answers).toEqual([expect.objectContaining({ name: 'Viewer' })])
})
