import { expect, test } from 'vitest'
import { timeOf } from '#api/lib/ids.ts'
import { longestNormalized } from '#api/test/operations/normalized.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'

const { as, anonymous, aUser, anUpload, theDemoUser, services, logLines } = await testApi()

const CREATE = /* GraphQL */ `
  mutation CreatePost($input: CreatePostInput!) {
    createPost(input: $input) {
      post {
        id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked
        image { url smallUrl width height placeholder alt }
        author { id }
      }
      userErrors { code field message }
    }
  }
`

const ada = await aUser()
const demo = await theDemoUser()
const create = async (input: Record<string, unknown>, caller = as(ada)) =>
  (await caller.data(CREATE, { input })).createPost
const count = () => services.database.post.count()

test('a new post has its content, time and author', async () => {
  const { post, userErrors } = await create({ content: '  Two\r\nlines\u0007 ' })
  expect(userErrors).toEqual([])
  expect(post).toEqual({
    id: expect.stringMatching(/^post_[0-9a-z]{26}$/),
    content: 'Two\nlines',
    imageUrl: null,
    videoUrl: null,
    mediaType: 'TEXT',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    likesCount: 0,
    sharesCount: 0,
    isLiked: false,
    image: null,
    author: { id: ada.publicId },
  })
  const { id, createdAt } = await services.database.post.findFirstOrThrow({
    orderBy: { id: 'desc' },
  })
  expect(createdAt).toEqual(timeOf(id))
})

test('mediaType is derived from the attached media', async () => {
  const [imageUrl, videoUrl] = ['https://example.org/a.png', 'https://example.org/v.mp4']
  expect((await create({ content: 'x', imageUrl })).post).toMatchObject({
    mediaType: 'IMAGE',
    imageUrl,
    image: { url: imageUrl, width: null, smallUrl: null },
  })
  expect((await create({ content: 'x', videoUrl })).post).toMatchObject({
    mediaType: 'VIDEO',
    videoUrl,
    image: null,
  })
  expect((await create({ content: 'x', imageUrl, videoUrl })).post).toMatchObject({
    mediaType: 'IMAGE',
    imageUrl,
    videoUrl,
  })
  expect((await create({ content: 'x', imageUrl: '', videoUrl: null })).post).toMatchObject({
    mediaType: 'TEXT',
    imageUrl: null,
  })
})

test('an upload of the author has its size and description', async () => {
  const upload = await anUpload({ by: ada })
  const { post } = await create({ content: 'x', imageUrl: upload.path, imageAlt: ' A sunflower ' })
  expect(post.image).toEqual({
    url: upload.path,
    smallUrl: upload.path.replace('.webp', '-small.webp'),
    width: 800,
    height: 600,
    placeholder: upload.placeholder,
    alt: 'A sunflower',
  })
})

test.each([
  [{ content: '' }, 'content', reasons.POST_EMPTY],
  [{ content: ' \n\u200b\u2060 ' }, 'content', reasons.POST_EMPTY],
  [{ content: 'x'.repeat(281) }, 'content', reasons.POST_TOO_LONG],
  [{ content: 'x', imageUrl: 'javascript:alert(1)' }, 'imageUrl', reasons.IMAGE_URL_INVALID],
  [{ content: 'x', imageUrl: 'data:image/png;base64,AAAA' }, 'imageUrl', reasons.IMAGE_URL_INVALID],
  [
    { content: 'x', imageUrl: `https://example.org/${'x'.repeat(2048)}` },
    'imageUrl',
    reasons.IMAGE_URL_INVALID,
  ],
  [
    { content: 'x', imageUrl: 'https://example.org/a\u202egpj.exe' },
    'imageUrl',
    reasons.IMAGE_URL_INVALID,
  ],
  [
    { content: 'x', videoUrl: 'https://exam\u200bple.org/v.mp4' },
    'videoUrl',
    reasons.VIDEO_URL_INVALID,
  ],
  [{ content: 'x', videoUrl: 'ftp://example.org/v.mp4' }, 'videoUrl', reasons.VIDEO_URL_INVALID],
  [
    { content: 'x', imageUrl: 'https://example.org/a.png', imageAlt: 'x'.repeat(1501) },
    'imageAlt',
    reasons.IMAGE_ALT_TOO_LONG,
  ],
  [
    { content: 'x', clientKey: '' },
    'clientKey',
    'A key must be 1 to 255 printable ASCII characters.',
  ],
  [
    { content: 'x', clientKey: '\u0000' },
    'clientKey',
    'A key must be 1 to 255 printable ASCII characters.',
  ],
])('%j is rejected for its %s', async (input, field, message) => {
  const before = await count()
  expect(await create(input)).toEqual({
    post: null,
    userErrors: [{ code: 'BAD_INPUT', field, message }],
  })
  expect(await count()).toBe(before)
})

test('all errors of an input are reported at once', async () => {
  const { post, userErrors } = await create({
    content: '',
    imageUrl: 'x',
    imageAlt: null,
    videoUrl: 'y',
  })
  expect(post).toBeNull()
  expect(userErrors).toEqual([
    { code: 'BAD_INPUT', field: 'content', message: reasons.POST_EMPTY },
    { code: 'BAD_INPUT', field: 'imageUrl', message: reasons.IMAGE_URL_INVALID },
    { code: 'BAD_INPUT', field: 'videoUrl', message: reasons.VIDEO_URL_INVALID },
  ])
})

test('attack 41: markup is stored as text, unchanged', async () => {
  for (const content of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '&lt;b&gt;',
    '[a](javascript:alert(1))',
    ':<b>smile</b>:',
  ]) {
    expect((await create({ content })).post.content).toBe(content)
  }
})

test('attack 42: the length counts visible characters, with a limit on bytes', async () => {
  const family = '👨‍👩‍👧‍👦'
  expect((await create({ content: family.repeat(280) })).post.content).toBe(family.repeat(280))
  expect((await create({ content: family.repeat(281) })).userErrors[0].message).toBe(
    reasons.POST_TOO_LONG,
  )
  expect((await create({ content: `e${'\u0301'.repeat(10_000)}` })).userErrors[0].message).toBe(
    reasons.POST_TOO_LONG,
  )
  expect((await create({ content: 'a\u0000b' })).post.content).toBe('a b')
  expect((await create({ content: 'a\vb\u0085c' })).post.content).toBe('a\nb\nc')
  const imageUrl = 'https://example.org/a.png'
  const { post } = await create({ content: 'x', imageUrl, imageAlt: 'a\vb\u0000c\u0085d' })
  expect(post.image.alt).toBe('a\nb c\nd')
  expect((await create({ content: 'a\tb\t' })).post.content).toBe('a b')
  expect((await create({ content: 'a\ud800b' })).post.content).toBe('a\ufffdb')
  expect((await create({ content: 'e\u0301' })).post.content).toBe('\u00e9')
  expect((await create({ content: 'e\u0000\u0301' })).post.content).toBe('\u00e9')
})

test('attack 42: endless combining marks on one letter are rejected without normalizing them', async () => {
  const longest = await longestNormalized(async () => {
    const { userErrors } = await create({ content: `e${'\u0301\u0316'.repeat(100_000)}` })
    expect(userErrors[0].message).toBe(reasons.POST_TOO_LONG)
  })
  expect(longest).toBeLessThanOrEqual(limits.textBytes)
})

test("the full address of the author's own upload is its path", async () => {
  const { path } = await anUpload({ by: ada })
  const imageUrl = `${services.settings.publicUrl}${path}`
  const { post } = await create({ content: 'x', imageUrl })
  expect(post).toMatchObject({ imageUrl: path, image: { url: path, width: expect.any(Number) } })
  const other = `${imageUrl}?size=large`
  expect((await create({ content: 'x', imageUrl: other })).post.imageUrl).toBe(other)
})

test("attack 22: a post cannot use another account's upload or a missing one", async () => {
  const { path } = await anUpload({ by: await aUser() })
  for (const imageUrl of [path, `${services.settings.publicUrl}${path}`])
    expect((await create({ content: 'x', imageUrl })).userErrors).toEqual([
      {
        code: 'FORBIDDEN',
        field: 'imageUrl',
        message: 'Someone else uploaded that photo. Upload it yourself to use it.',
      },
    ])
  expect(
    (await create({ content: 'x', imageUrl: `/media/${'f'.repeat(64)}.webp` })).userErrors,
  ).toEqual([
    {
      code: 'BAD_INPUT',
      field: 'imageUrl',
      message: 'That upload no longer exists. Please choose the photo again.',
    },
  ])
})

test('attack 23: fields outside of the input type cannot be set', async () => {
  const before = await count()
  for (const extra of [
    { authorId: demo.publicId },
    { likesCount: 5 },
    { createdAt: '2020-01-01T00:00:00Z' },
    { mediaType: 'VIDEO' },
    { hiddenAt: null },
    { id: 'x' },
  ]) {
    const { errors, data } = await as(ada).run(CREATE, { input: { content: 'x', ...extra } })
    expect(data).toBeUndefined()
    expect(errors?.[0]?.extensions.code).toBe('BAD_INPUT')
  }
  expect(await count()).toBe(before)
})

test('an anonymous caller gets UNAUTHENTICATED and no validation error', async () => {
  expect(await create({ content: '' }, anonymous)).toEqual({
    post: null,
    userErrors: [{ code: 'UNAUTHENTICATED', field: null, message: reasons.SIGN_IN_FIRST }],
  })
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
