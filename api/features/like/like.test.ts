import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { testApi } from '#api/test/execute.ts'
import { messages } from '#rules/messages.ts'

const { as, asDemoUser, nobody, aUser, aPost, theDemoUser, services, statements, logged } =
  await testApi()

const answer = 'post { likesCount isLiked } userErrors { code message }'
const LIKE = /* GraphQL */ `mutation ($postId: ID!) { likePost(input: { postId: $postId }) { ${answer} } }`
const UNLIKE = /* GraphQL */ `mutation ($postId: ID!) { unlikePost(input: { postId: $postId }) { ${answer} } }`

const [ada, ben] = [await aUser(), await aUser()]
await theDemoUser()
const like = async (post: { publicId: string }, caller = as(ada)) =>
  (await caller.data(LIKE, { postId: post.publicId })).likePost
const unlike = async (post: { publicId: string }, caller = as(ada)) =>
  (await caller.data(UNLIKE, { postId: post.publicId })).unlikePost
const likers = (post: { id: string }) =>
  services.database.like.count({ where: { postId: post.id } })

test('a like counts once, however often it is sent, and so does taking it back', async () => {
  const post = await aPost({ by: ben })
  for (let again = 1; again <= 2; again++)
    expect(await like(post)).toEqual({ post: { likesCount: 1, isLiked: true }, userErrors: [] })
  expect(await like(post, as(ben))).toMatchObject({ post: { likesCount: 2, isLiked: true } })
  for (let again = 1; again <= 2; again++)
    expect(await unlike(post)).toEqual({ post: { likesCount: 1, isLiked: false }, userErrors: [] })
  expect(await like(post, asDemoUser())).toMatchObject({ post: { likesCount: 2, isLiked: true } })
})

test('attack 53: likes at the same time, by one and by many, count the likers', async () => {
  const post = await aPost({ by: ben })
  await Promise.all(Array.from({ length: 100 }, () => like(post)))
  expect((await like(post)).post).toEqual({ likesCount: 1, isLiked: true })
  const crowd = await Promise.all(Array.from({ length: 20 }, () => aUser()))
  await Promise.all(crowd.map((user) => like(post, as(user))))
  expect((await like(post)).post.likesCount).toBe(21)
})

test('attack 53: a storm of likes and unlikes from two sessions leaves the count equal to the likers, never below zero', async () => {
  const post = await aPost({ by: ben })
  const storm = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 3 ? like : unlike)(post, as(index % 2 ? ada : ben)),
    ),
  )
  for (const { post: seen } of storm) expect(seen.likesCount).toBeGreaterThanOrEqual(0)
  const { likesCount } = await services.database.post.findUniqueOrThrow({ where: { id: post.id } })
  expect(likesCount).toBe(await likers(post))
  await Promise.all([unlike(post), unlike(post), unlike(post, as(ben))])
  expect((await unlike(post)).post).toEqual({ likesCount: 0, isLiked: false })
})

test('likes while their post is deleted leave nothing behind and break nothing', async () => {
  for (let round = 1; round <= 5; round++) {
    const post = await aPost({ by: ben })
    await like(post, as(ben))
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? like : unlike)(post, as(index % 4 < 2 ? ada : ben)),
      ),
      services.database.post.delete({ where: { id: post.id } }),
    ])
    for (const { userErrors } of answers.slice(0, 10))
      expect([[], ['NOT_FOUND']]).toContainEqual(
        userErrors.map(({ code }: { code: string }) => code),
      )
    expect(await likers(post)).toBe(0)
  }
})

test('a post that is not there, or hidden, cannot be liked', async () => {
  const hidden = await aPost({ by: ben, hiddenAt: new Date() })
  for (const publicId of [
    hidden.publicId,
    'post_01h455vb4pex5vsknk084sn02q',
    ada.publicId,
    'demo-user',
    'nonsense',
    '',
  ]) {
    for (const change of [like, unlike]) {
      expect(await change({ publicId })).toEqual({
        post: null,
        userErrors: [{ code: 'NOT_FOUND', message: 'That post is not there anymore.' }],
      })
    }
  }
  expect(await likers(hidden)).toBe(0)
})

test('whoever is nobody cannot like', async () => {
  const post = await aPost({ by: ben })
  expect(await like(post, nobody)).toEqual({
    post: null,
    userErrors: [{ code: 'UNAUTHENTICATED', message: messages.signInFirst }],
  })
  expect(await likers(post)).toBe(0)
})

test('likes and unlikes share a limit of 60 a minute an account', async () => {
  const { consume } = services.limits
  services.limits.consume = createLimits().consume
  try {
    const post = await aPost({ by: ben })
    const codes = []
    for (let number = 1; number <= 61; number++)
      codes.push((await (number % 2 ? like : unlike)(post)).userErrors[0]?.code)
    expect(codes.indexOf('RATE_LIMITED')).toBe(60)
    expect((await like(post, as(ben))).userErrors).toEqual([])
  } finally {
    services.limits.consume = consume
  }
})

test('a like is two statements', async () => {
  const post = await aPost({ by: ben })
  expect(await statements.of(() => like(post))).toHaveLength(2)
  expect(await statements.of(() => unlike(post))).toHaveLength(2)
})

test('nothing of all this was a fault of the server', () => {
  expect(logged).toEqual([])
})
