import { expect, test } from 'vitest'
import type * as z from 'zod'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { type Post, Posts } from './schemas.ts'

const server = await testServer()
const { aUser, aPost, posts, theDemoUser } = seeds(server.services)
await theDemoUser()

const anonymous = server.browser()
const ann = server.browser()
const { id: annId } = await ann.signUp({ name: 'Ann Lee', username: 'ann_lee' })
const bob = await aUser({ username: 'bob_b' })

const listOf = async (response: Response) => Posts.parse(await expectJson(response))

function nextOf(response: Response): string | null {
  const [, link] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? []
  return link ? link.replace(server.url, '') : null
}

test('posts are newest first, 50 per page by default, and each page links to the next', async () => {
  const carl = await aUser()
  const created = (await posts(120, { by: carl })).map(({ publicId }) => publicId).reverse()
  for (const [path, pages] of [
    [`/api/users/${carl.publicId}/posts`, [50, 50, 20]],
    [`/api/users/${carl.username}/posts?limit=100`, [100, 20]],
    [`/api/users/${carl.username.toUpperCase()}/posts?limit=40`, [40, 40, 40]],
    [`/api/users/@${carl.username}/posts?limit=70`, [70, 50]],
  ] as const) {
    const ids: string[] = []
    const sizes: number[] = []
    for (let next: string | null = path; next; ) {
      const response = await anonymous.fetch(next)
      next = nextOf(response)
      const page = await listOf(response)
      sizes.push(page.length)
      ids.push(...page.map(({ id }) => id))
    }
    expect(ids).toEqual(created)
    expect(sizes).toEqual(pages)
  }
  const first = await anonymous.fetch('/api/posts?limit=7')
  expect(nextOf(first)).toMatch(/^\/api\/posts\?limit=7&cursor=[\w-]+$/)
  const page = await listOf(first)
  expect(page.map(({ id }) => id)).toEqual(created.slice(0, 7))
  expect(await listOf(await anonymous.fetch('/api/posts'))).toHaveLength(50)
})

test('search returns posts by relevance, page by page', async () => {
  const weak = await aPost({
    by: await aUser({ displayName: 'Marigold' }),
    content: 'Something else',
  })
  const part = await aPost({ by: bob, content: 'A field of marigolds' })
  const whole = await aPost({ by: bob, content: 'One marigold, yellow' })
  const first = await anonymous.fetch('/api/search?q=MARIGOLD&limit=2')
  expect((await listOf(first)).map(({ id }) => id)).toEqual([whole.publicId, part.publicId])
  const second = await anonymous.fetch(String(nextOf(first)))
  expect((await listOf(second)).map(({ id }) => id)).toEqual([weak.publicId])
  expect(second.headers.get('link')).toBeNull()
  expect(await listOf(await anonymous.fetch('/api/search?q=nothinglikethat'))).toEqual([])
})

test.each([
  '/api/search',
  '/api/search?q=',
  '/api/search?q=%20%0a',
  '/api/search?q=%E2%80%8B',
  '/api/search?limit=5',
])('%s is a search without a query', async (path) => {
  const message = 'Please enter something to search for.'
  expect(await expectProblem(await anonymous.fetch(path), 400)).toMatchObject({
    code: 'QUERY_EMPTY',
    detail: message,
    errors: [{ field: 'q', code: 'QUERY_EMPTY', message }],
  })
})

test.each(['0', '101', '-1', '2147483647', '1e9', 'ten', '1.5', '', '1&limit=2'])(
  'attack 10: a limit of %j is rejected',
  async (limit) => {
    for (const path of ['/api/posts?', `/api/users/${annId}/posts?`, '/api/search?q=a&']) {
      const problem = await expectProblem(await anonymous.fetch(`${path}limit=${limit}`), 400)
      expect(problem).toMatchObject({
        detail: 'limit can be 1 to 100.',
        errors: [{ field: 'limit', message: 'limit can be 1 to 100.' }],
      })
    }
  },
)

test('attack 24: a cursor that is forged, truncated, of another list or SQL is rejected', async () => {
  await posts(2, { by: bob })
  const real =
    new URL(
      String(nextOf(await anonymous.fetch('/api/posts?limit=1'))),
      server.url,
    ).searchParams.get('cursor') ?? ''
  for (const cursor of [
    'x',
    '',
    real.slice(0, -1),
    `${real}A`,
    "' OR 1=1 --",
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    real.toUpperCase(),
  ]) {
    const problem = await expectProblem(
      await anonymous.fetch(`/api/posts?cursor=${encodeURIComponent(cursor)}`),
      400,
    )
    expect(problem.errors).toEqual([
      { field: 'cursor', code: 'CURSOR_INVALID', message: problem.detail },
    ])
  }
  await expectProblem(await anonymous.fetch(`/api/users/${bob.publicId}/posts?cursor=${real}`), 400)
  await expectProblem(await anonymous.fetch(`/api/search?q=a&cursor=${real}`), 400)
  await expectProblem(await anonymous.fetch(`/api/posts?cursor=${real}&cursor=${real}`), 400)
})

type Shared = z.infer<typeof Post>

test('REST and GraphQL return the same posts', async () => {
  const liked = await aPost({ by: bob })
  await expectJson(await ann.fetch(`/api/posts/${liked.publicId}/like`, { method: 'POST' }))
  const query = `{ feed(first: 100) { nodes { id content imageUrl videoUrl mediaType createdAt likesCount sharesCount repliesCount isLiked isShared
    author { id displayName username avatar } } pageInfo { endCursor } } }`
  const response = await ann.fetch('/graphql', { json: { query } })
  const { data } = (await response.json()) as {
    data: { feed: { nodes: Shared[]; pageInfo: { endCursor: string } } }
  }
  const expected = data.feed.nodes.map((node) => ({
    ...node,
    authorId: node.author.id,
    mediaType: node.mediaType.toLowerCase(),
    isReply: false,
    inReplyToId: null,
  }))
  const rest = await ann.fetch('/api/posts?limit=100')
  expect(new URL(String(nextOf(rest)), server.url).searchParams.get('cursor')).toBe(
    data.feed.pageInfo.endCursor,
  )
  expect(await listOf(rest)).toEqual(expected)
})
