import { expect, test } from 'vitest'
import { timeOf } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { testApi } from '#api/test/execute.ts'
import { fieldMessages } from '#rules/field-messages.ts'
import { messages } from '#rules/messages.ts'
import { sweepPostKeys } from './post-key.ts'

const { as, asDemoUser, nobody, aUser, aPost, aLike, anUpload, theDemoUser, services, logged } =
  await testApi()

const CREATE = /* GraphQL */ `
  mutation CreatePost($input: CreatePostInput!) {
    createPost(input: $input) {
      post { id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked image { url smallUrl width height placeholder alt } author { id } }
      userErrors { code field message }
    }
  }
`
const DELETE = /* GraphQL */ `
  mutation ($postId: ID!) {
    deletePost(input: { postId: $postId }) { deletedPostId post { content } userErrors { code message } }
  }
`

const ada = await aUser()
const demo = await theDemoUser()
const create = async (input: Record<string, unknown>, caller = as(ada)) =>
  (await caller.data(CREATE, { input })).createPost
const count = () => services.database.post.count()

test('a post tells what was written, when and by whom', async () => {
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

test('the kind of a post follows from what it has', async () => {
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

test('a picture of one’s own has its size and its description', async () => {
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
  [{ content: '' }, 'content', messages.postEmpty],
  [{ content: ' \n\u200b\u2060 ' }, 'content', messages.postEmpty],
  [{ content: 'x'.repeat(281) }, 'content', messages.postTooLong],
  [{ content: 'x', imageUrl: 'javascript:alert(1)' }, 'imageUrl', messages.imageUrlInvalid],
  [{ content: 'x', imageUrl: 'data:image/png;base64,AAAA' }, 'imageUrl', messages.imageUrlInvalid],
  [
    { content: 'x', imageUrl: `https://example.org/${'x'.repeat(2048)}` },
    'imageUrl',
    messages.imageUrlInvalid,
  ],
  [
    { content: 'x', imageUrl: 'https://example.org/a\u202egpj.exe' },
    'imageUrl',
    messages.imageUrlInvalid,
  ],
  [
    { content: 'x', videoUrl: 'https://exam\u200bple.org/v.mp4' },
    'videoUrl',
    messages.videoUrlInvalid,
  ],
  [{ content: 'x', videoUrl: 'ftp://example.org/v.mp4' }, 'videoUrl', messages.videoUrlInvalid],
  [
    { content: 'x', imageUrl: 'https://example.org/a.png', imageAlt: 'x'.repeat(1501) },
    'imageAlt',
    fieldMessages.imageAltTooLong,
  ],
  [
    { content: 'x', clientKey: '' },
    'clientKey',
    'A key has 1 to 255 plain letters, digits or signs.',
  ],
  [
    { content: 'x', clientKey: '\u0000' },
    'clientKey',
    'A key has 1 to 255 plain letters, digits or signs.',
  ],
])('%j is refused for its %s', async (input, field, message) => {
  const before = await count()
  expect(await create(input)).toEqual({
    post: null,
    userErrors: [{ code: 'BAD_INPUT', field, message }],
  })
  expect(await count()).toBe(before)
})

test('all that is wrong is told at once', async () => {
  const { post, userErrors } = await create({
    content: '',
    imageUrl: 'x',
    imageAlt: null,
    videoUrl: 'y',
  })
  expect(post).toBeNull()
  expect(userErrors).toEqual([
    { code: 'BAD_INPUT', field: 'content', message: messages.postEmpty },
    { code: 'BAD_INPUT', field: 'imageUrl', message: messages.imageUrlInvalid },
    { code: 'BAD_INPUT', field: 'videoUrl', message: messages.videoUrlInvalid },
  ])
})

test('attack 41: markup is text, kept as it was written', async () => {
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

test('attack 42: what counts is what a person sees, with a cap on the bytes behind it', async () => {
  const family = '👨‍👩‍👧‍👦'
  expect((await create({ content: family.repeat(280) })).post.content).toBe(family.repeat(280))
  expect((await create({ content: family.repeat(281) })).userErrors[0].message).toBe(
    messages.postTooLong,
  )
  expect((await create({ content: `e${'\u0301'.repeat(10_000)}` })).userErrors[0].message).toBe(
    messages.postTooLong,
  )
  expect((await create({ content: 'a\u0000b' })).post.content).toBe('ab')
  expect((await create({ content: 'a\tb\t' })).post.content).toBe('a b')
  expect((await create({ content: 'a\ud800b' })).post.content).toBe('a\ufffdb')
  expect((await create({ content: 'e\u0301' })).post.content).toBe('\u00e9')
  expect((await create({ content: 'e\u0000\u0301' })).post.content).toBe('\u00e9')
})

test('attack 42: marks without end on one letter are refused as quickly as any text', async () => {
  const began = performance.now()
  const { userErrors } = await create({ content: `e${'\u0301\u0316'.repeat(100_000)}` })
  expect(userErrors[0].message).toBe(messages.postTooLong)
  expect(performance.now() - began).toBeLessThan(3000)
})

test('attack 22: another’s upload, or one that is not there, is no picture for a post', async () => {
  const upload = await anUpload({ by: await aUser() })
  expect((await create({ content: 'x', imageUrl: upload.path })).userErrors).toEqual([
    {
      code: 'FORBIDDEN',
      field: 'imageUrl',
      message: 'Somebody else uploaded that picture. Upload it yourself to use it.',
    },
  ])
  expect(
    (await create({ content: 'x', imageUrl: `/media/${'f'.repeat(64)}.webp` })).userErrors,
  ).toEqual([
    {
      code: 'BAD_INPUT',
      field: 'imageUrl',
      message: 'That upload is not there anymore. Please choose the picture again.',
    },
  ])
})

test('attack 23: what an input does not have cannot be set', async () => {
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

test('whoever is nobody cannot post, and is told nothing else', async () => {
  expect(await create({ content: '' }, nobody)).toEqual({
    post: null,
    userErrors: [{ code: 'UNAUTHENTICATED', field: null, message: messages.signInFirst }],
  })
})

test('attack 54: the same key gives the first post, also at the same time; for another post it is refused', async () => {
  const input = { content: 'only once', clientKey: 'key-1' }
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(input)))
  expect(new Set(answers.map(({ post }) => post.id)).size).toBe(1)
  expect(await count()).toBe(before + 1)
  expect((await create({ ...input, content: ' only once ' })).post.id).toBe(answers[0].post.id)
  expect((await create({ ...input, content: 'another' })).userErrors).toEqual([
    {
      code: 'CONFLICT',
      field: 'clientKey',
      message: 'That key stands for another post already. Use a new key for a new post.',
    },
  ])
  expect((await create(input, as(await aUser()))).post.id).not.toBe(answers[0].post.id)
})

test('attack 54: the same key after its post was deleted gives the first answer and no other post', async () => {
  const input = {
    content: 'deleted meanwhile',
    imageUrl: 'https://example.org/a.png',
    imageAlt: 'A',
    clientKey: 'gone',
  }
  const { post } = await create(input)
  await as(ada).data(DELETE, { postId: post.id })
  const before = await count()
  expect(await create(input)).toEqual({ post, userErrors: [] })
  expect(await count()).toBe(before)
  expect((await create({ ...input, content: 'another' })).userErrors).toMatchObject([
    { code: 'CONFLICT' },
  ])
})

test('the same key after its post was hidden finds nothing', async () => {
  const input = { content: 'hidden meanwhile', clientKey: 'hidden' }
  const { post } = await create(input)
  await services.database.post.updateMany({
    where: { content: input.content },
    data: { hiddenAt: new Date() },
  })
  expect((await create(input)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  expect(await services.database.post.count({ where: { content: input.content } })).toBe(1)
  expect(post).not.toBeNull()
})

test('keys are forgotten after a day', async () => {
  await create({ content: 'remembered', clientKey: 'remembered' })
  const kept = () => services.database.postKey.count({ where: { key: 'remembered' } })
  await sweepPostKeys(services)
  expect(await kept()).toBe(1)
  await sweepPostKeys(services, Date.now() + 24 * 60 * 60 * 1000)
  expect(await kept()).toBe(0)
})

test('a key is free again after a day', async () => {
  const input = { content: 'daily', clientKey: 'daily' }
  const { post } = await create(input)
  await services.database.postKey.updateMany({
    where: { key: 'daily' },
    data: { createdAt: new Date(Date.now() - 24 * 60 * 60 * 1000 - 1) },
  })
  const again = await create(input)
  expect(again.userErrors).toEqual([])
  expect(again.post.id).not.toBe(post.id)
})

test('attack 22: one’s own post can be deleted, with its likes; another’s is forbidden, one that is gone or hidden is not found', async () => {
  const ben = await aUser()
  const post = await aPost({ by: ada, content: 'short-lived' })
  await aLike({ by: ben, of: post })
  const remove = async (postId: string, caller = as(ada)) =>
    (await caller.data(DELETE, { postId })).deletePost
  expect(await remove(post.publicId, as(ben))).toMatchObject({
    post: null,
    userErrors: [{ code: 'FORBIDDEN' }],
  })
  for (const id of [post.publicId, 'nonsense'])
    expect(await remove(id, nobody)).toMatchObject({ userErrors: [{ code: 'UNAUTHENTICATED' }] })
  expect(await remove(post.publicId)).toEqual({
    deletedPostId: post.publicId,
    post: { content: 'short-lived' },
    userErrors: [],
  })
  expect(await services.database.like.count({ where: { postId: post.id } })).toBe(0)
  const hidden = await aPost({ by: ada, hiddenAt: new Date() })
  for (const id of [
    post.publicId,
    hidden.publicId,
    ada.publicId,
    'demo-user',
    'post_',
    'nonsense',
    '',
  ]) {
    expect(await remove(id)).toEqual({
      deletedPostId: null,
      post: null,
      userErrors: [{ code: 'NOT_FOUND', message: 'That post is not there anymore.' }],
    })
  }
})

test('a post deleted twice at once is deleted once', async () => {
  const post = await aPost({ by: ada })
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => as(ada).data(DELETE, { postId: post.publicId })),
  )
  expect(answers.filter(({ deletePost }) => deletePost.userErrors.length === 0)).toHaveLength(1)
})

test('a post is limited by account, whatever alias it comes by; a repeated key is no new post', async () => {
  const { consume } = services.limits
  services.limits.consume = createLimits().consume
  try {
    const [user, other] = [await aUser(), await aUser()]
    const input = { content: 'again', clientKey: 'same' }
    await create(input, as(user))
    for (let number = 2; number <= 10; number++)
      expect((await create({ content: 'x' }, as(user))).userErrors).toEqual([])
    const { data, extensions } = await as(user).run(CREATE, { input: { content: 'x' } })
    expect(data.createPost).toEqual({
      post: null,
      userErrors: [
        {
          code: 'RATE_LIMITED',
          field: null,
          message: expect.stringMatching(
            /^That was a lot at once\. Please try again in \d+ seconds\.$/,
          ),
        },
      ],
    })
    expect(extensions?.retryAfter).toBeGreaterThan(0)
    expect((await create(input, as(user))).userErrors).toEqual([])
    expect((await create({ content: 'x' }, as(other))).userErrors).toEqual([])
  } finally {
    services.limits.consume = consume
  }
})

test('the demo user is limited by address, and in all', async () => {
  const { consume } = services.limits
  services.limits.consume = createLimits().consume
  try {
    const codes = []
    for (let number = 1; number <= 11; number++)
      codes.push((await create({ content: 'x' }, asDemoUser('198.51.100.1'))).userErrors[0]?.code)
    expect(codes.indexOf('RATE_LIMITED')).toBe(10)
    for (let address = 2; address <= 6; address++) {
      for (let number = 1; number <= 10; number++)
        expect(
          (await create({ content: 'x' }, asDemoUser(`198.51.100.${address}`))).userErrors,
        ).toEqual([])
    }
    expect((await create({ content: 'x' }, asDemoUser('198.51.100.7'))).userErrors[0].code).toBe(
      'RATE_LIMITED',
    )
  } finally {
    services.limits.consume = consume
  }
})

test('nothing of all this was a fault of the server', () => {
  expect(logged).toEqual([])
})
