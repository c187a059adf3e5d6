import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import { Post, Posts } from './schemas.ts'

const server = await testServer()
const { aUser, aPost, theDemoUser, aLike } = seeds(server.services)
const { database } = server.services
await theDemoUser()

const anonymous = server.browser()
const ann = server.browser()
const { id: annId } = await ann.signUp({ name: 'Ann Lee', username: 'ann_lee' })
const bob = await aUser({ username: 'bob_b' })

const listOf = async (response: Response) => Posts.parse(await expectJson(response))
const postOf = async (response: Response, status = 200) =>
  Post.parse(await expectJson(response, status))

test('a post is created, read and deleted', async () => {
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
    repliesCount: 0,
    isReply: false,
    inReplyToId: null,
    isLiked: false,
    isShared: false,
  })
  expect(location).toBe(`${server.url}/api/posts/${post.id}`)
  expect(await postOf(await fetch(String(location)))).toEqual(post)
  const [newest] = await listOf(await anonymous.fetch('/api/posts?limit=1'))
  expect(newest).toEqual(post)
  const deleted = await ann.fetch(`/api/posts/${post.id}`, { method: 'DELETE' })
  expect([deleted.status, await deleted.text()]).toEqual([204, ''])
  await expectProblem(await ann.fetch(`/api/posts/${post.id}`, { method: 'DELETE' }), 404)
  await expectProblem(await anonymous.fetch(`/api/posts/${post.id}`), 404)
})

test.each([{}, { 'content-length': '0' }])(
  'a route without required body accepts a JSON type without body, with %j',
  async (length) => {
    const { id } = await postOf(await ann.fetch('/api/posts', { json: { content: 'Hello' } }), 201)
    const cookie = ann.cookieHeader()
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
])('mediaType is derived from %j', async (media, mediaType) => {
  expect(
    await postOf(await ann.fetch('/api/posts', { json: { content: 'Look', ...media } }), 201),
  ).toMatchObject({ mediaType })
})

test('liking and unliking are idempotent', async () => {
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
  expect(await postOf(await anonymous.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
    isLiked: false,
    likesCount: 2,
  })
})

test('attack 53: concurrent likes and unlikes leave a correct count', async () => {
  const post = await aPost({ by: bob })
  const path = `/api/posts/${post.publicId}/like`
  // Load shedding rejects requests above 64 at a time on a busy machine.
  const likes = await Promise.all(Array.from({ length: 60 }, () => ann.fetch(path, { json: {} })))
  expect(new Set(likes.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await postOf(await anonymous.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
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
  '%s %s needs a session and only acts as its account',
  async (method, path, body) => {
    const post = await aPost({ by: bob })
    const address = path.replace('{post}', post.publicId)
    const key = path === '/api/posts' ? 'authorId' : 'userId'
    const count = await database.post.count()
    for (const id of [undefined, null, annId, 'user_unknown', 5]) {
      const problem = await expectProblem(
        await anonymous.fetch(address, { json: { ...body, [key]: id }, method }),
        401,
      )
      expect(problem.detail).toBe('Please sign in first.')
    }
    for (const id of [bob.publicId, 'demo-user', 'ann_lee', '', 5, [annId]]) {
      await expectProblem(await ann.fetch(address, { json: { ...body, [key]: id }, method }), 403)
    }
    expect([
      await database.post.count(),
      await database.like.count({ where: { postId: post.id } }),
    ]).toEqual([count, 0])
  },
)

test('attack 22: only its author can delete a post', async () => {
  const post = await aPost({ by: bob })
  const problem = await expectProblem(
    await ann.fetch(`/api/posts/${post.publicId}`, { method: 'DELETE' }),
    403,
  )
  expect(problem).toMatchObject({ detail: 'Only the author can delete a post.' })
  expect(problem.errors).toBeUndefined()
  expect(await postOf(await anonymous.fetch(`/api/posts/${post.publicId}`))).toMatchObject({
    id: post.publicId,
  })
})

test('attack 21: hidden and nonexistent posts have identical responses', async () => {
  const hidden = await aPost({ by: bob, content: 'hiddenword', hiddenAt: new Date() })
  const never = 'post_01h455vb4pex5vsknk084sn02q'
  const requests = [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/like'],
    ['DELETE', '/like'],
  ] as const
  for (const [method, rest] of requests) {
    const [one, other] = await Promise.all(
      [hidden.publicId, never].map(async (id) => {
        const response = await ann.fetch(`/api/posts/${id}${rest}`, { method })
        const headers = Object.fromEntries(
          [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)),
        )
        return { headers, problem: await expectProblem(response, 404) }
      }),
    )
    expect(one).toEqual(other)
  }
  for (const id of ['user_01h455vb4pex5vsknk084sn02q', hidden.id, 'x', '%00', "'--", annId]) {
    await expectProblem(await ann.fetch(`/api/posts/${id}/like`, { method: 'POST' }), 404)
  }
  expect(await listOf(await anonymous.fetch('/api/search?q=hiddenword'))).toEqual([])
  const shown = await listOf(await anonymous.fetch(`/api/users/${bob.publicId}/posts?limit=100`))
  expect(shown.map(({ id }) => id)).not.toContain(hidden.publicId)
  await expectProblem(await anonymous.fetch('/api/users/unknown_user/posts'), 404)
})
