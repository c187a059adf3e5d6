import { expect, test, vi } from 'vitest'
import { postWrites } from '#api/features/post/post.insert.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { Post } from './schemas.ts'

const server = await testServer()
const { database } = server.services
const { aUser, anUpload } = seeds(server.services)

const ann = server.browser()
const { id: annId } = await ann.signUp({ username: 'ann_lee' })
const bob = await aUser()

const postOf = async (response: Response, status = 200) =>
  Post.parse(await expectJson(response, status))

test('attack 23: protected fields in a body are ignored', async () => {
  const extra = {
    id: 'post_x',
    likesCount: 99,
    sharesCount: 9,
    createdAt: '2001-01-01',
    hiddenAt: null,
    isLiked: true,
    role: 'admin',
  }
  const post = await postOf(
    await ann.fetch('/api/posts', {
      json: { content: 'Hello', author: { id: bob.publicId }, ...extra },
    }),
    201,
  )
  expect(post).toMatchObject({ authorId: annId, likesCount: 0, sharesCount: 0, isLiked: false })
  expect(post.id).not.toBe(extra.id)
  expect(post.createdAt).not.toMatch(/^2001/)
})

const EMPTY = 'Please write something positive to share!'
const LONG = 'Post must be 280 characters or less.'

test.each([
  [{}, 'content', EMPTY],
  [{ content: null }, 'content', EMPTY],
  [{ content: ' \n\t ' }, 'content', EMPTY],
  [{ content: '\u200b\u2060' }, 'content', EMPTY],
  [{ content: 'x'.repeat(281) }, 'content', LONG],
  [{ content: 5 }, 'content', 'content must be text.'],
  [{ content: 'Hi', imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Invalid image URL'],
  [{ content: 'Hi', imageUrl: 'ftp://example.org/a.png' }, 'imageUrl', 'Invalid image URL'],
  [
    { content: 'Hi', imageUrl: `https://example.org/${'a'.repeat(2_048)}` },
    'imageUrl',
    'Invalid image URL',
  ],
  [{ content: 'Hi', imageUrl: 'https://example.org/\0.png' }, 'imageUrl', 'Invalid image URL'],
  [{ content: 'Hi', imageUrl: 'https://exam\tple.org/a.png' }, 'imageUrl', 'Invalid image URL'],
  [
    { content: 'Hi', imageUrl: 'https://example.org/a\u202egpj.exe' },
    'imageUrl',
    'Invalid image URL',
  ],
  [{ content: 'Hi', videoUrl: 'https://exam\u200bple.org/v.mp4' }, 'videoUrl', 'Invalid video URL'],
  [{ content: 'Hi', videoUrl: 'data:video/mp4;base64,AAAA' }, 'videoUrl', 'Invalid video URL'],
  [{ content: 'Hi', videoUrl: 'https://example.org/\ud800.mp4' }, 'videoUrl', 'Invalid video URL'],
  [
    { content: 'Hi', imageAlt: 'x'.repeat(1_501) },
    'imageAlt',
    'The photo’s description must be 1500 characters or less.',
  ],
])('%j is rejected with the message of the form', async (body, field, message) => {
  const problem = await expectProblem(await ann.fetch('/api/posts', { json: body }), 400)
  expect(problem).toMatchObject({
    title: 'Bad Request',
    detail: message,
    errors: [{ field, message }],
  })
})

test('all problems are reported at once', async () => {
  const problem = await expectProblem(
    await ann.fetch('/api/posts', { json: { content: '', imageUrl: 'x', videoUrl: 'y' } }),
    400,
  )
  expect(problem.errors?.map(({ field }) => field)).toEqual(['content', 'imageUrl', 'videoUrl'])
})

test('attack 42: the limit of 280 counts visible characters', async () => {
  const family = '👨‍👩‍👧‍👦'
  const post = (content: string) => ann.fetch('/api/posts', { json: { content } })
  expect((await postOf(await post(family.repeat(280)), 201)).content).toBe(family.repeat(280))
  expect((await expectProblem(await post(family.repeat(281)), 400)).detail).toBe(LONG)
  expect((await expectProblem(await post(`a${'\u0301'.repeat(10_000)}`), 400)).detail).toBe(LONG)
  const stored = await postOf(await post('a\u0000b\ud800c\u0007'), 201)
  expect(stored.content).toBe('a b\ufffdc')
  expect((await database.post.findFirstOrThrow({ orderBy: { id: 'desc' } })).content).toBe(
    stored.content,
  )
  expect((await expectProblem(await post('\u0000\u0007'), 400)).detail).toBe(EMPTY)
})

test('attack 41: markup stays text', async () => {
  for (const content of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '&lt;b&gt; &amp;',
    '[a](javascript:alert(1))',
  ]) {
    expect((await postOf(await ann.fetch('/api/posts', { json: { content } }), 201)).content).toBe(
      content,
    )
  }
})

test('attack 54: the same key, concurrent or later, creates one post; another body is 409', async () => {
  const key = 'a-key-of-mine-1'
  const share = (body: object, caller = ann) =>
    caller.fetch('/api/posts', { json: body, headers: { 'Idempotency-Key': key } })
  const body = { authorId: annId, content: 'Once', imageUrl: 'https://example.org/once.png' }
  const responses = await Promise.all(
    Array.from({ length: 6 }, async () => postOf(await share(body), 201)),
  )
  const again = await share(body)
  expect(again.headers.get('location')).toBe(`${server.url}/api/posts/${responses[0]?.id}`)
  expect(new Set([...responses, await postOf(again, 201)].map(({ id }) => id)).size).toBe(1)
  const problem = await expectProblem(await share({ ...body, content: 'Twice' }), 409)
  expect(problem).toMatchObject({
    detail: 'That key was already used for another post. Use a new key for a new post.',
  })
  expect(await database.post.count({ where: { content: { in: ['Once', 'Twice'] } } })).toBe(1)
  const other = server.browser()
  await other.signUp()
  expect((await postOf(await share({ content: 'Once' }, other), 201)).id).not.toBe(responses[0]?.id)
})

test.each(['', 'x'.repeat(256), 'clé'])('attack 54: %j is an invalid key', async (key) => {
  const response = await ann.fetch('/api/posts', {
    json: { content: 'Hi' },
    headers: { 'Idempotency-Key': key },
  })
  expect((await expectProblem(response, 400)).errors).toMatchObject([{ field: 'idempotency-key' }])
})

test('only the uploader can use an upload in a post', async () => {
  const { id } = await database.user.findUniqueOrThrow({ where: { username: 'ann_lee' } })
  const [own, foreign] = [await anUpload({ by: { id } }), await anUpload({ by: bob })]
  const share = (imageUrl: string) =>
    ann.fetch('/api/posts', { json: { content: 'Look', imageUrl } })
  expect(await postOf(await share(own.path), 201)).toMatchObject({
    imageUrl: own.path,
    mediaType: 'image',
  })
  await expectProblem(await share(foreign.path), 403)
  const missing = await expectProblem(await share(`/media/${'f'.repeat(64)}.webp`), 400)
  expect(missing.errors).toEqual([
    { field: 'imageUrl', code: 'UPLOAD_NOT_FOUND', message: missing.detail },
  ])
})

test('attack 55: an upload deleted during the write is a clear error', async () => {
  const { id } = await database.user.findUniqueOrThrow({ where: { username: 'ann_lee' } })
  const [posted, shown] = [await anUpload({ by: { id } }), await anUpload({ by: { id } })]
  const deletedBefore = (write: unknown, upload: { id: string }) =>
    (async (data: unknown) => {
      await database.media.delete({ where: { id: upload.id } })
      return (write as (data: unknown) => Promise<unknown>)(data)
    }) as never
  vi.spyOn(postWrites(database), 'insert').mockImplementationOnce(
    deletedBefore(postWrites(database).insert, posted),
  )
  vi.spyOn(database.user, 'update').mockImplementationOnce(
    deletedBefore(database.user.update, shown),
  )
  const expected = { detail: 'That upload no longer exists. Please choose the photo again.' }
  expect(
    await expectProblem(
      await ann.fetch('/api/posts', { json: { content: 'Look', imageUrl: posted.path } }),
      400,
    ),
  ).toMatchObject(expected)
  const change = await ann.fetch(`/api/users/${annId}`, {
    json: { avatar: shown.path },
    method: 'PATCH',
  })
  expect(await expectProblem(change, 400)).toMatchObject(expected)
})
