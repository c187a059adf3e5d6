import { expect, test } from 'vitest'
import type * as z from 'zod'
import { jsonOf } from '#api/test/answer.ts'
import { problemOf } from '#api/test/problem.ts'
import { rawRequest } from '#api/test/raw-request.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { Post, Posts } from './shapes.ts'

const server = await testServer()
const { aUser, aPost, posts, theDemoUser, aLike } = seeds(server.services)
const { database } = server.services
await theDemoUser()

const nobody = server.visitor()
const ann = server.visitor()
const { id: annId } = await ann.signUp({ name: 'Ann Lee', username: 'ann_lee' })
const bob = await aUser({ username: 'bob_b' })

const listOf = async (response: Response) => Posts.parse(await jsonOf(response))
const postOf = async (response: Response, status = 200) =>
  Post.parse(await jsonOf(response, status))

function nextOf(response: Response): string | null {
  const [, link] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? []
  return link ? link.replace(server.url, '') : null
}

test('a post is shared, shown and deleted', async () => {
  const shared = await ann.fetch('/api/posts', {
    json: {
      authorId: annId,
      content: ' Hello  you\r\n',
      imageUrl: null,
      videoUrl: null,
      mediaType: 'text',
    },
  })
  const location = shared.headers.get('location')
  const post = await postOf(shared, 201)
  expect(post).toEqual({
    id: expect.stringMatching(/^post_[0-9a-z]{26}$/),
    authorId: annId,
    content: 'Hello  you',
    imageUrl: null,
    videoUrl: null,
    mediaType: 'text',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    author: { id: annId, displayName: 'Ann Lee', username: 'ann_lee', avatar: null },
    likesCount: 0,
    sharesCount: 0,
    isLiked: false,
  })
  expect(location).toBe(`${server.url}/api/posts/${post.id}`)
  expect(await postOf(await fetch(String(location)))).toEqual(post)
  const [newest] = await listOf(await nobody.fetch('/api/posts?limit=1'))
  expect(newest).toEqual(post)
  const gone = await ann.fetch(`/api/posts/${post.id}`, { method: 'DELETE' })
  expect([gone.status, await gone.text()]).toEqual([204, ''])
  await problemOf(await ann.fetch(`/api/posts/${post.id}`, { method: 'DELETE' }), 404)
  await problemOf(await nobody.fetch(`/api/posts/${post.id}`), 404)
})

test.each([{}, { 'content-length': '0' }])(
  'a call that needs no body takes a JSON type without one, with %j',
  async (length) => {
    const { id } = await postOf(await ann.fetch('/api/posts', { json: { content: 'Hello' } }), 201)
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { host } = new URL(server.url)
    const headers = {
      host,
      connection: 'close',
      cookie,
      'content-type': 'application/json',
      ...length,
    }
    const send = async (method: string, path: string) =>
      (await rawRequest(server.url + path, { method, headers, setDefaultHeaders: false })).status
    expect(await send('POST', `/api/posts/${id}/like`)).toBe(200)
    expect(await send('DELETE', `/api/posts/${id}/like`)).toBe(200)
    expect(await send('DELETE', `/api/posts/${id}`)).toBe(204)
  },
)

test.each([
  [
    {
      imageUrl: 'https://example.org/a.jpg',
      videoUrl: 'https://example.org/a.mp4',
      mediaType: 'text',
    },
    'image',
  ],
  [{ videoUrl: 'https://example.org/a.mp4', mediaType: 'image' }, 'video'],
  [{ imageUrl: '', videoUrl: '', mediaType: 'video' }, 'text'],
  [{ mediaType: { any: 'thing' } }, 'text'],
])('the kind of media is derived, whatever %j says', async (media, mediaType) => {
  expect(
    await postOf(await ann.fetch('/api/posts', { json: { content: 'Look', ...media } }), 201),
  ).toMatchObject({ mediaType })
})

test('posts come newest first, 50 unless another number is asked for, and every page leads to the next', async () => {
  const carl = await aUser()
  const made = (await posts(120, { by: carl })).map(({ publicId }) => publicId).reverse()
  for (const [path, pages] of [
    [`/api/users/${carl.publicId}/posts`, [50, 50, 20]],
    [`/api/users/${carl.username}/posts?limit=100`, [100, 20]],
    [`/api/users/${carl.username.toUpperCase()}/posts?limit=40`, [40, 40, 40]],
  ] as const) {
    const seen: string[] = []
    const sizes: number[] = []
    for (let next: string | null = path; next; ) {
      const response = await nobody.fetch(next)
      next = nextOf(response)
      const page = await listOf(response)
      sizes.push(page.length)
      seen.push(...page.map(({ id }) => id))
    }
    expect(seen).toEqual(made)
    expect(sizes).toEqual(pages)
  }
  const first = await nobody.fetch('/api/posts?limit=7')
  expect(nextOf(first)).toMatch(/^\/api\/posts\?limit=7&cursor=[\w-]+$/)
  const page = await listOf(first)
  expect(page.map(({ id }) => id)).toEqual(made.slice(0, 7))
  expect(await listOf(await nobody.fetch('/api/posts'))).toHaveLength(50)
})

test('posts are searched, most relevant first, page by page', async () => {
  const weak = await aPost({
    by: await aUser({ displayName: 'Marigold' }),
    content: 'Something else',
  })
  const part = await aPost({ by: bob, content: 'A field of marigolds' })
  const whole = await aPost({ by: bob, content: 'One marigold, yellow' })
  const first = await nobody.fetch('/api/search?q=MARIGOLD&limit=2')
  expect((await listOf(first)).map(({ id }) => id)).toEqual([whole.publicId, part.publicId])
  const second = await nobody.fetch(String(nextOf(first)))
  expect((await listOf(second)).map(({ id }) => id)).toEqual([weak.publicId])
  expect(second.headers.get('link')).toBeNull()
  expect(await listOf(await nobody.fetch('/api/search?q=nothinglikethat'))).toEqual([])
})

test.each([
  '/api/search',
  '/api/search?q=',
  '/api/search?q=%20%0a',
  '/api/search?q=%E2%80%8B',
  '/api/search?limit=5',
])('%s has nothing to search for', async (path) => {
  const message = 'Please enter something to search for.'
  expect(await problemOf(await nobody.fetch(path), 400)).toMatchObject({
    detail: message,
    errors: [{ field: 'q', message }],
  })
})

test.each(['0', '101', '-1', '2147483647', '1e9', 'ten', '1.5', '', '1&limit=2'])(
  'attack 10: a limit of %j is refused',
  async (limit) => {
    for (const path of ['/api/posts?', `/api/users/${annId}/posts?`, '/api/search?q=a&']) {
      const problem = await problemOf(await nobody.fetch(`${path}limit=${limit}`), 400)
      expect(problem).toMatchObject({
        detail: 'limit can be 1 to 100.',
        errors: [{ field: 'limit', message: 'limit can be 1 to 100.' }],
      })
    }
  },
)

test('attack 24: a cursor that is made up, cut short, of another list or SQL is refused', async () => {
  await posts(2, { by: bob })
  const real =
    new URL(String(nextOf(await nobody.fetch('/api/posts?limit=1'))), server.url).searchParams.get(
      'cursor',
    ) ?? ''
  for (const cursor of [
    'x',
    '',
    real.slice(0, -1),
    `${real}A`,
    "' OR 1=1 --",
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    real.toUpperCase(),
  ]) {
    const problem = await problemOf(
      await nobody.fetch(`/api/posts?cursor=${encodeURIComponent(cursor)}`),
      400,
    )
    expect(problem.errors).toEqual([{ field: 'cursor', message: problem.detail }])
  }
  await problemOf(await nobody.fetch(`/api/users/${bob.publicId}/posts?cursor=${real}`), 400)
  await problemOf(await nobody.fetch(`/api/search?q=a&cursor=${real}`), 400)
  await problemOf(await nobody.fetch(`/api/posts?cursor=${real}&cursor=${real}`), 400)
})

test('likes are given and taken back, and the same call twice changes nothing', async () => {
  const post = await aPost({ by: bob })
  await aLike({ by: bob, of: post })
  const path = `/api/posts/${post.publicId}/like`
  const call = (method: string) => ann.fetch(path, { json: { userId: annId }, method })
  for (const [method, likesCount, isLiked] of [
    ['POST', 2, true],
    ['POST', 2, true],
    ['DELETE', 1, false],
    ['DELETE', 1, false],
  ] as const) {
    expect(await postOf(await call(method))).toMatchObject({
      id: post.publicId,
      likesCount,
      isLiked,
    })
  }
  expect(await postOf(await ann.fetch(path, { method: 'POST' }))).toMatchObject({ isLiked: true })
  expect(await postOf(await ann.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
    isLiked: true,
  })
  expect(await postOf(await nobody.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
    isLiked: false,
    likesCount: 2,
  })
})

test('attack 53: a hundred likes and a storm of two minds end with the count of those who like it', async () => {
  const post = await aPost({ by: bob })
  const path = `/api/posts/${post.publicId}/like`
  const likes = await Promise.all(Array.from({ length: 100 }, () => ann.fetch(path, { json: {} })))
  expect(new Set(likes.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await postOf(await nobody.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
    likesCount: 1,
  })
  const storm = Array.from({ length: 60 }, (_, n) =>
    ann.fetch(path, { json: {}, method: n % 2 ? 'POST' : 'DELETE' }),
  )
  for (const response of await Promise.all(storm))
    expect((await postOf(response)).likesCount).toBeGreaterThanOrEqual(0)
  const { likesCount } = await database.post.findUniqueOrThrow({ where: { id: post.id } })
  expect(likesCount).toBe(await database.like.count({ where: { postId: post.id } }))
})

const changes: [string, string, object][] = [
  ['POST', '/api/posts', { content: 'Hello' }],
  ['DELETE', '/api/posts/{post}', {}],
  ['POST', '/api/posts/{post}/like', {}],
  ['DELETE', '/api/posts/{post}/like', {}],
]

test.each(changes)(
  '%s %s is for whoever is signed in, as themselves',
  async (method, path, body) => {
    const post = await aPost({ by: bob })
    const address = path.replace('{post}', post.publicId)
    const key = path === '/api/posts' ? 'authorId' : 'userId'
    const count = await database.post.count()
    for (const id of [undefined, null, annId, 'user_nobody', 5]) {
      const problem = await problemOf(
        await nobody.fetch(address, { json: { ...body, [key]: id }, method }),
        401,
      )
      expect(problem.detail).toBe('Please sign in first.')
    }
    for (const id of [bob.publicId, 'demo-user', 'ann_lee', '', 5, [annId]]) {
      await problemOf(await ann.fetch(address, { json: { ...body, [key]: id }, method }), 403)
    }
    expect([
      await database.post.count(),
      await database.like.count({ where: { postId: post.id } }),
    ]).toEqual([count, 0])
  },
)

test('attack 22: nobody deletes what is another’s', async () => {
  const post = await aPost({ by: bob })
  const problem = await problemOf(
    await ann.fetch(`/api/posts/${post.publicId}`, { method: 'DELETE' }),
    403,
  )
  expect(problem).toMatchObject({ detail: 'Only the author can delete a post.' })
  expect(problem.errors).toBeUndefined()
  expect(await postOf(await nobody.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
    id: post.publicId,
  })
})

test('attack 21: a hidden post and one that never was are told alike', async () => {
  const hidden = await aPost({ by: bob, content: 'hiddenword', hiddenAt: new Date() })
  const never = 'post_01h455vb4pex5vsknk084sn02q'
  const calls = [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/like'],
    ['DELETE', '/like'],
  ] as const
  for (const [method, rest] of calls) {
    const [one, other] = await Promise.all(
      [hidden.publicId, never].map(async (id) => {
        const response = await ann.fetch(`/api/posts/${id}${rest}`, { method })
        const headers = Object.fromEntries(
          [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)),
        )
        return { headers, problem: await problemOf(response, 404) }
      }),
    )
    expect(one).toEqual(other)
  }
  for (const id of ['user_01h455vb4pex5vsknk084sn02q', hidden.id, 'x', '%00', "'--", annId]) {
    await problemOf(await ann.fetch(`/api/posts/${id}/like`, { method: 'POST' }), 404)
  }
  expect(await listOf(await nobody.fetch('/api/search?q=hiddenword'))).toEqual([])
  const shown = await listOf(await nobody.fetch(`/api/users/${bob.publicId}/posts?limit=100`))
  expect(shown.map(({ id }) => id)).not.toContain(hidden.publicId)
  await problemOf(await nobody.fetch('/api/users/nobody_of_that_name/posts'), 404)
})

type Shared = z.infer<typeof Post>

test('REST and GraphQL say the same of the same posts', async () => {
  const query = `{ feed(first: 100) { nodes { id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked
    author { id displayName username avatar } } pageInfo { endCursor } } }`
  const response = await ann.fetch('/graphql', { json: { query } })
  const { data } = (await response.json()) as {
    data: { feed: { nodes: Shared[]; pageInfo: { endCursor: string } } }
  }
  const expected = data.feed.nodes.map((node) => ({
    ...node,
    authorId: node.author.id,
    mediaType: node.mediaType.toLowerCase(),
  }))
  const rest = await ann.fetch('/api/posts?limit=100')
  expect(new URL(String(nextOf(rest)), server.url).searchParams.get('cursor')).toBe(
    data.feed.pageInfo.endCursor,
  )
  expect(await listOf(rest)).toEqual(expected)
})
