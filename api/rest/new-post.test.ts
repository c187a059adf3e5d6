import { expect, test, vi } from 'vitest'
import { jsonOf } from '#api/test/answer.ts'
import { problemOf } from '#api/test/problem.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { Post } from './shapes.ts'

const server = await testServer()
const { database } = server.services
const { aUser, anUpload } = seeds(server.services)

const ann = server.visitor()
const { id: annId } = await ann.signUp({ username: 'ann_lee' })
const bob = await aUser()

const postOf = async (response: Response, status = 200) =>
  Post.parse(await jsonOf(response, status))

test('attack 23: what a caller may not set is not taken from a body', async () => {
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
  [{ content: 5 }, 'content', 'content has to be a text.'],
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
])('%j is refused in the words of the form', async (body, field, message) => {
  const problem = await problemOf(await ann.fetch('/api/posts', { json: body }), 400)
  expect(problem).toMatchObject({
    title: 'Bad Request',
    detail: message,
    errors: [{ field, message }],
  })
})

test('everything that is wrong is told at once', async () => {
  const problem = await problemOf(
    await ann.fetch('/api/posts', { json: { content: '', imageUrl: 'x', videoUrl: 'y' } }),
    400,
  )
  expect(problem.errors?.map(({ field }) => field)).toEqual(['content', 'imageUrl', 'videoUrl'])
})

test('attack 42: 280 characters are what a person counts', async () => {
  const family = '👨‍👩‍👧‍👦'
  const post = (content: string) => ann.fetch('/api/posts', { json: { content } })
  expect((await postOf(await post(family.repeat(280)), 201)).content).toBe(family.repeat(280))
  expect((await problemOf(await post(family.repeat(281)), 400)).detail).toBe(LONG)
  expect((await problemOf(await post(`a${'\u0301'.repeat(10_000)}`), 400)).detail).toBe(LONG)
  const kept = await postOf(await post('a\u0000b\ud800c\u0007'), 201)
  expect(kept.content).toBe('ab\ufffdc')
  expect((await database.post.findFirstOrThrow({ orderBy: { id: 'desc' } })).content).toBe(
    kept.content,
  )
  expect((await problemOf(await post('\u0000\u0007'), 400)).detail).toBe(EMPTY)
})

test('attack 41: markup is text', async () => {
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

test('attack 54: the same key twice, at once or later, is one post; with another body it is a conflict', async () => {
  const key = 'a-key-of-mine-1'
  const share = (body: object, who = ann) =>
    who.fetch('/api/posts', { json: body, headers: { 'Idempotency-Key': key } })
  const body = { authorId: annId, content: 'Once', imageUrl: 'https://example.org/once.png' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => postOf(await share(body), 201)),
  )
  const again = await share(body)
  expect(again.headers.get('location')).toBe(`${server.url}/api/posts/${answers[0]?.id}`)
  expect(new Set([...answers, await postOf(again, 201)].map(({ id }) => id)).size).toBe(1)
  const problem = await problemOf(await share({ ...body, content: 'Twice' }), 409)
  expect(problem).toMatchObject({
    detail: 'That key was already used for another post. Use a new key for a new post.',
  })
  expect(await database.post.count({ where: { content: { in: ['Once', 'Twice'] } } })).toBe(1)
  const other = server.visitor()
  await other.signUp()
  expect((await postOf(await share({ content: 'Once' }, other), 201)).id).not.toBe(answers[0]?.id)
})

test.each(['', 'x'.repeat(256), 'clé'])('attack 54: %j is no key', async (key) => {
  const response = await ann.fetch('/api/posts', {
    json: { content: 'Hi' },
    headers: { 'Idempotency-Key': key },
  })
  expect((await problemOf(response, 400)).errors).toMatchObject([{ field: 'idempotency-key' }])
})

test('one’s own upload goes with a post, another’s does not', async () => {
  const { id } = await database.user.findUniqueOrThrow({ where: { username: 'ann_lee' } })
  const [own, others] = [await anUpload({ by: { id } }), await anUpload({ by: bob })]
  const share = (imageUrl: string) =>
    ann.fetch('/api/posts', { json: { content: 'Look', imageUrl } })
  expect(await postOf(await share(own.path), 201)).toMatchObject({
    imageUrl: own.path,
    mediaType: 'image',
  })
  await problemOf(await share(others.path), 403)
  const gone = await problemOf(await share(`/media/${'f'.repeat(64)}.webp`), 400)
  expect(gone.errors).toEqual([{ field: 'imageUrl', message: gone.detail }])
})

test('attack 55: an upload that is swept while its post or avatar is made is told to be gone', async () => {
  const { id } = await database.user.findUniqueOrThrow({ where: { username: 'ann_lee' } })
  const [posted, shown] = [await anUpload({ by: { id } }), await anUpload({ by: { id } })]
  const sweptBefore = (write: unknown, upload: { id: string }) =>
    (async (data: unknown) => {
      await database.media.delete({ where: { id: upload.id } })
      return (write as (data: unknown) => Promise<unknown>)(data)
    }) as never
  vi.spyOn(server.services.postWrites, 'insert').mockImplementationOnce(
    sweptBefore(server.services.postWrites.insert, posted),
  )
  vi.spyOn(database.user, 'update').mockImplementationOnce(sweptBefore(database.user.update, shown))
  const expected = { detail: 'That upload no longer exists. Please choose the photo again.' }
  expect(
    await problemOf(
      await ann.fetch('/api/posts', { json: { content: 'Look', imageUrl: posted.path } }),
      400,
    ),
  ).toMatchObject(expected)
  const change = await ann.fetch(`/api/users/${annId}`, {
    json: { avatar: shown.path },
    method: 'PATCH',
  })
  expect(await problemOf(change, 400)).toMatchObject(expected)
})
