import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import type { Context } from './context.ts'
import { IdGenerator } from './lib/ids.ts'
import { testApi } from './test/servers/test-api.ts'

const PUBLIC = { host: '0.0.0.0', rateLimit: true }
const { as, asDemoUser, theDemoUser, aUser, aPost, services } = await testApi({ settings: PUBLIC })
const { database, settings } = services

const CREATE = /* GraphQL */ `
  mutation ($input: CreatePostInput!) {
    createPost(input: $input) { userErrors { code reason field } }
  }`
const FOLLOW = /* GraphQL */ `
  mutation ($userId: ID!) {
    followUser(input: { userId: $userId }) { userErrors { code reason } }
  }`
type Caller = ReturnType<typeof as>
const post = async (caller: Caller, input: object = { content: 'Hello' }) =>
  (await caller.data(CREATE, { input })).createPost.userErrors
const follow = async (caller: Caller, { publicId: userId }: { publicId: string }) =>
  (await caller.data(FOLLOW, { userId })).followUser.userErrors
const DAY_MS = 24 * 60 * 60 * 1000

/** Applies limits that start from zero, and other settings, until the end of the test. */
function startLimits(other: Partial<Context['settings']> = {}) {
  applyLimits(services)
  Object.assign(settings, other)
  registerCleanup(() => Object.assign(settings, PUBLIC))
}

/** An account that was created this long ago. */
async function anAccount(ageMs: number) {
  const id = new IdGenerator().next(Date.now() - ageMs)
  const user = await aUser()
  return { ...(await database.user.update({ where: { id: user.id }, data: { id } })), id }
}

async function postsUntilLimited(caller: Caller): Promise<number> {
  for (let count = 0; count < 12; count++)
    if ((await post(caller))[0]?.code === 'RATE_LIMITED') return count
  return 12
}

test('a new account posts three times an hour, an older one ten times a minute', async () => {
  startLimits()
  expect(await postsUntilLimited(as(await aUser()))).toBe(3)
  expect(await postsUntilLimited(as(await anAccount(DAY_MS - 60_000)))).toBe(3)
  expect(await postsUntilLimited(as(await anAccount(DAY_MS + 60_000)))).toBe(10)
})

test('a new account follows 40 people an hour; taking follows back does not count', async () => {
  const people = await Promise.all(Array.from({ length: 41 }, () => aUser()))
  startLimits()
  const caller = as(await aUser())
  const [first] = people
  if (!first) throw new Error('No user')
  const codes = []
  for (const person of people) codes.push((await follow(caller, person))[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(40)
  const { unfollowUser } = await caller.data(FOLLOW.replace('followUser', 'unfollowUser'), {
    userId: first.publicId,
  })
  expect(unfollowUser.userErrors).toEqual([])
})

test('a new account replies 20 times an hour, beside its posts', async () => {
  const { publicId: inReplyToId } = await aPost({ by: await aUser() })
  startLimits()
  const { consume } = services.limits
  // Everyone posts and replies ten times a minute.
  services.limits.consume = async (limit, key) => (limit === 'post' ? null : consume(limit, key))
  const caller = as(await aUser())
  const codes = []
  for (let count = 0; count < 21; count++)
    codes.push((await post(caller, { content: 'Hello', inReplyToId }))[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(20)
  expect(await post(caller)).toEqual([])
})

test.each([
  'See https://example.org',
  'http://10.0.0.1',
  'HTTPS://EXAMPLE.ORG/x',
  'ftp://files',
  'visit www.example',
  'Look at example.com!',
  'EXAMPLE.COM',
  'bit.ly/2xyz',
  'büro.de, gern',
  'example\u200b.com',
  'example．com',
  'exam\u00adple.org/x',
])('a new account cannot post the link in %j', async (content) => {
  const refused = [{ code: 'FORBIDDEN', reason: 'NEW_ACCOUNT_LINK', field: 'content' }]
  expect(await post(as(await aUser()), { content })).toEqual(refused)
  expect(await post(as(await anAccount(DAY_MS)), { content })).toEqual([])
  expect(await post(as({ ...(await aUser()), role: 'MODERATOR' }), { content })).toEqual([])
})

test.each([
  'A walk at 7.30, then tea...',
  'Nice.So nice',
  'e.g. and/or 3.5/5',
  'ann@home, 1:2, (a/b)',
  'Mr.Smith said: “yes!”',
])('a new account can post %j', async (content) => {
  const media = { imageUrl: 'https://example.org/a.png', imageAlt: 'See https://example.org' }
  expect(await post(as(await aUser()), { content, ...media })).toEqual([])
})

test('a new account can link a video', async () => {
  const videoUrl = 'https://example.org/a.mp4'
  expect(await post(as(await aUser()), { content: 'Look', videoUrl })).toEqual([])
})

test.each([{ host: 'localhost' }, { host: '127.0.0.1' }, { host: '::1' }, { rateLimit: false }])(
  'with %o new accounts have no such limits',
  async (other) => {
    startLimits(other)
    const caller = as(await aUser())
    expect(await post(caller, { content: 'https://example.org' })).toEqual([])
    expect(await postsUntilLimited(caller)).toBe(9)
  },
)

test('the demo user is no new account', async () => {
  await theDemoUser()
  expect(await post(asDemoUser(), { content: 'https://example.org' })).toEqual([])
})
