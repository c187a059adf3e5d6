import { expect, test } from 'vitest'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reasons } from '#rules/reasons.ts'

const { as, asDemoUser, anonymous, aUser, aPost, theDemoUser, services, statements, logLines } =
  await testApi()

const payload = 'post { likesCount isLiked } userErrors { code message }'
const LIKE = /* GraphQL */ `
  mutation ($postId: ID!) { likePost(input: { postId: $postId }) { ${payload} } }`
const UNLIKE = /* GraphQL */ `
  mutation ($postId: ID!) { unlikePost(input: { postId: $postId }) { ${payload} } }`

const [ada, ben] = [await aUser(), await aUser()]
await theDemoUser()
const like = async (post: { publicId: string }, caller = as(ada)) =>
  (await caller.data(LIKE, { postId: post.publicId })).likePost
const unlike = async (post: { publicId: string }, caller = as(ada)) =>
  (await caller.data(UNLIKE, { postId: post.publicId })).unlikePost
const likers = (post: { id: string }) =>
  services.database.like.count({ where: { postId: post.id } })

test('liking and unliking are idempotent', async () => {
  const post = await aPost({ by: ben })
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(await like(post)).toEqual({ post: { likesCount: 1, isLiked: true }, userErrors: [] })
  expect(await like(post, as(ben))).toMatchObject({ post: { likesCount: 2, isLiked: true } })
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(await unlike(post)).toEqual({ post: { likesCount: 1, isLiked: false }, userErrors: [] })
  expect(await like(post, asDemoUser())).toMatchObject({ post: { likesCount: 2, isLiked: true } })
})

test('attack 53: concurrent likes by one user and by many count each liker once', async () => {
  const post = await aPost({ by: ben })
  await Promise.all(Array.from({ length: 100 }, () => like(post)))
  expect((await like(post)).post).toEqual({ likesCount: 1, isLiked: true })
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser()))
  await Promise.all(users.map((user) => like(post, as(user))))
  expect((await like(post)).post.likesCount).toBe(21)
})

test('attack 53: concurrent likes and unlikes by two users keep the count correct', async () => {
  const post = await aPost({ by: ben })
  const payloads = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 3 ? like : unlike)(post, as(index % 2 ? ada : ben)),
    ),
  )
  for (const { post: result } of payloads) expect(result.likesCount).toBeGreaterThanOrEqual(0)
  const { likesCount } = await services.database.post.findUniqueOrThrow({ where: { id: post.id } })
  expect(likesCount).toBe(await likers(post))
  await Promise.all([unlike(post), unlike(post), unlike(post, as(ben))])
  expect((await unlike(post)).post).toEqual({ likesCount: 0, isLiked: false })
})

test('likes during the deletion of their post leave no rows and cause no errors', async () => {
  for (let round = 1; round <= 5; round++) {
    const post = await aPost({ by: ben })
    await like(post, as(ben))
    const payloads = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? like : unlike)(post, as(index % 4 < 2 ? ada : ben)),
      ),
      services.database.post.delete({ where: { id: post.id } }),
    ])
    for (const { userErrors } of payloads.slice(0, 10))
      expect([[], ['NOT_FOUND']]).toContainEqual(
        userErrors.map(({ code }: { code: string }) => code),
      )
    expect(await likers(post)).toBe(0)
  }
})

test('a missing or hidden post cannot be liked', async () => {
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
        userErrors: [{ code: 'NOT_FOUND', message: 'That post no longer exists.' }],
      })
    }
  }
  expect(await likers(hidden)).toBe(0)
})

test('an anonymous caller cannot like', async () => {
  const post = await aPost({ by: ben })
  expect(await like(post, anonymous)).toEqual({
    post: null,
    userErrors: [{ code: 'UNAUTHENTICATED', message: reasons.SIGN_IN_FIRST }],
  })
  expect(await likers(post)).toBe(0)
})

test('likes and unlikes share a limit of 60 a minute per account', async () => {
  applyLimits(services)
  const post = await aPost({ by: ben })
  const codes = []
  for (let number = 1; number <= 61; number++)
    codes.push((await (number % 2 ? like : unlike)(post)).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(60)
  expect((await like(post, as(ben))).userErrors).toEqual([])
})

test('a like takes two statements', async () => {
  const post = await aPost({ by: ben })
  expect(await statements.of(() => like(post))).toHaveLength(2)
  expect(await statements.of(() => unlike(post))).toHaveLength(2)
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
